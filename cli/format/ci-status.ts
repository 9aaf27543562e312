import type { CiStatus } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { formatCiCheck } from "./ci-check.ts";
import { formatCiTarget } from "./ci-target.ts";

const STATES = ["failed", "running", "unclear", "passed"] as const;

/** Every check with its link, then what CI as a whole says. */
export function formatCiStatus(status: CiStatus, view: View): string {
  const { target, checks } = status;
  const rows = [
    ...formatCiTarget(target, view),
    "",
    ...checks.flatMap((check) => formatCiCheck(check, view)),
    ...(checks.length === 0 ? [] : [""]),
    ...wrap(sanitise(sayOutcome(status)), view.columns),
  ];
  return `${rows.join("\n")}\n`;
}

/** What CI as a whole says, in a sentence. */
export function sayOutcome({ outcome, checks, until }: Omit<CiStatus, "target">): string {
  const counts = STATES.map((state) => ({
    state,
    count: checks.filter((check) => check.state === state).length,
  }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`)
    .join(", ");
  switch (outcome) {
    case "passed":
      return `passed: ${counts}`;
    case "failed":
      return `failed: ${counts}; \`assay ci explain\` says why`;
    case "unclear":
      return `unclear: ${counts}; what was cancelled or is stale is no pass`;
    case "running":
      return `not over yet: ${counts}`;
    case "silent":
      return `nothing has reported yet${until === null ? "" : `; if nothing does by ${until.slice(11, 19)} UTC, this commit has no CI`} (\`assay ci wait\` waits for it)`;
    case "none":
      return "nothing has reported in time: this repository has no CI for changes, or none for this one";
  }
}
