import type { BaseState, ExcerptPart, FailedCheck } from "../ci/failed-check.ts";

/** All that is known of a failed check, as lines for a reader, what matters most first. */
export function sayCheck(failed: FailedCheck): string {
  const { check, result, annotations, annotationsLeftOut, tests, excerpt, noLog, base } = failed;
  return [
    `name: ${check.name}`,
    `conclusion: ${check.conclusion ?? "none"}`,
    `link: ${check.url ?? "none"}`,
    `says: ${check.says === "" ? "nothing" : check.says}`,
    `base branch: ${sayBase(base)}`,
    `cause by rules: ${result.cause} (confidence ${result.confidence}, rule ${result.rule ?? "none"}); a hypothesis`,
    ...(tests.length === 0 ? [] : ["failed tests:", ...tests.map((test) => `- ${test}`)]),
    ...(annotations.length === 0 ? [] : ["annotations:"]),
    ...annotations.map(({ path, line, level, message }) => `- ${path}:${line} ${level}: ${message}`),
    ...(annotationsLeftOut === 0 ? [] : [`- and ${annotationsLeftOut} more`]),
    ...(excerpt === null ? [`log: ${noLog ?? "none"}`] : []),
    ...(excerpt?.errors ?? []).flatMap((part) => ["log, an error with its surroundings:", ...sayPart(part)]),
    ...(excerpt?.tail === null || excerpt === null ? [] : ["log, the last lines:", ...sayPart(excerpt.tail)]),
  ].join("\n");
}

function sayPart({ lines }: ExcerptPart): string[] {
  return lines.map(({ line, text }) => `${line}: ${text}`);
}

function sayBase(base: BaseState): string {
  switch (base.kind) {
    case "failed":
      return base.same ? "fails the same check in the same way" : "fails the same check in another way";
    case "passed":
      return "passes this check";
    case "running":
      return "this check still runs there";
    case "unclear":
      return "this check was cancelled or is stale there";
    case "absent":
      return "has no such check";
    case "unknown":
      return "not known";
  }
}
