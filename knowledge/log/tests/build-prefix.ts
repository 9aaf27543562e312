const LEVEL = /^ {0,8}\[(?:INFO|ERROR|WARNING|WARN|DEBUG|info|error|warn|debug)\] ?/;
const PROCESS_NAME = /^(?:\[\d{1,2}\] |@[\w.-]{1,80}\/[\w.-]{1,80}: |[\w.-]{1,80}[_-]\d{1,3} {0,20}\| )/;
const TASK_PREFIX = /^ {0,12}\[(?:ant:)?(?:junit|junitlauncher|java|exec|testng)\] ?/;

/**
 * The line without the level that Maven and sbt put before it, twice where a build runs another build; its
 * own indentation stays.
 */
export function withoutLevel(text: string): string {
  return text.replace(LEVEL, "").replace(LEVEL, "");
}

/** The line without the level and the name of the Ant task that printed it. */
export function withoutBuildPrefix(text: string): string {
  return withoutLevel(text).replace(TASK_PREFIX, "");
}

/**
 * The line without the name of the process that printed it, where several print into one log: concurrently
 * (`[0] `), Lerna (`@scope/name: `) and Docker Compose (`web_1  | `).
 */
export function withoutProcessName(text: string): string {
  return text.replace(PROCESS_NAME, "");
}
