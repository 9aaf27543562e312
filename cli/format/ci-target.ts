import type { CiStatus } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";
import { hanging } from "./labelled.ts";

const HASH_SHOWN = 12;
const INDENT = "  ";

/** What was asked about: the change with its branches, or the commit; then what the answer leaves out. */
export function formatCiTarget(
  { repository, change, commit, branch, note }: CiStatus["target"],
  { columns, style }: View,
): string[] {
  const hash = commit.slice(0, HASH_SHOWN);
  const head = change === null ? `${repository}@${hash}` : `${repository}#${change.number}`;
  const title = change === null ? (branch ?? "") : change.title;
  const facts =
    change === null
      ? []
      : [`${change.headBranch} into ${change.baseBranch}`, hash, change.state, `by ${change.author}`];
  return [
    clip([style.bold(sanitise(head)), sanitise(title)].filter((part) => part !== "").join("  "), columns),
    ...(facts.length === 0 ? [] : [INDENT + clip(sanitise(facts.join(" · ")), columns - INDENT.length)]),
    ...(note === null ? [] : hanging(INDENT, sanitise(note), columns)),
  ];
}
