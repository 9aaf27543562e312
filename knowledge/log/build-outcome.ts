/** Lower-case literals, one of which stands on every line that {@link buildOutcome} knows. */
export const BUILD_WORDS = ["build success", "build fail"] as const;

const GREEN = /^(?:\[INFO\] )?BUILD SUCCESS(?:FUL(?: in .{1,40})?)?$/;
const RED = /^(?:\[(?:INFO|ERROR)\] )?BUILD FAIL(?:ED|URE)\b|^FAILURE: Build (?:failed|completed) with /;

/** What Maven, Gradle or Ant says that the build came to, on one of the last lines it prints; else null. Linear. */
export function buildOutcome(text: string): "success" | "failure" | null {
  if (GREEN.test(text)) return "success";
  return RED.test(text) ? "failure" : null;
}
