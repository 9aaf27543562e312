import type { RunView } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";

type Change = RunView["changes"][number];

const INDENT = "  ";
/** A sign and a word for each operation of curation that was applied. */
const DONE: Readonly<Record<string, string>> = {
  Add: "+ added",
  MintUnknown: "? asked",
  Confirm: "= confirmed",
  Supersede: "~ superseded",
  Deprecate: "- retired",
};
const WORDS_WIDTH = 14;
/** Why nothing was changed. */
const NOOPS: Readonly<Record<string, string>> = {
  "forgotten-by-a-person": "what a person took back was seen again",
  "older-than-what-is-known": "a later run knows better",
  "asked-already": "the question is open already",
  answered: "the question was answered",
};

/** Each change once: what it did, the claim (old and new where one replaced the other), its record and what the gate said. */
export function formatChanges({ changes, promoted, held }: RunView, view: View): string[] {
  const gated = new Map([
    ...promoted.map(({ record, path }) => [record, `promoted via ${path}`] as const),
    ...held.map(({ record, reason }) => [record, `held: ${reason}`] as const),
  ]);
  return changes
    .filter(({ op }) => op !== "Promote" && op !== "Hold")
    .flatMap((change) => formatChange(change, gated.get(change.record ?? "") ?? null, view));
}

function formatChange(change: Change, gate: string | null, { columns, style }: View): string[] {
  const { op, record, other, outcome, reason, proposal, claim, otherClaim } = change;
  const hang = INDENT.length + WORDS_WIDTH;
  const rows = (text: string) => wrap(sanitise(text), columns - hang);
  const first = (words: string, [head = "", ...more]: readonly string[]) => [
    `${INDENT}${words.padEnd(WORDS_WIDTH)}${head}`,
    ...more.map((row) => " ".repeat(hang) + row),
  ];
  const under = (text: string) =>
    wrap(sanitise(text), columns - 2 * INDENT.length).map((row) => INDENT + INDENT + style.dim(row));
  const gone = (id: string | null) => (id === null ? "" : "(its file is gone)");

  if (op === "Noop")
    return first("· left alone", rows(NOOPS[reason ?? ""] ?? reason ?? "nothing is to change"));
  if (outcome !== "applied") {
    const about = record === null ? "" : ` of ${record}`;
    return [
      ...first(`! ${outcome}`, rows(claim ?? `${op}${about}`)),
      ...under(
        [...(proposal === null ? [] : [proposal]), `${op}${about}`, reason ?? ""].filter(Boolean).join(" · "),
      ),
    ];
  }
  const says = claim ?? gone(record);
  if (other === null)
    return [
      ...first(DONE[op] ?? op, rows(says)),
      ...under(
        [record ?? "", gate ?? "", op === "Deprecate" ? (reason ?? "") : ""].filter(Boolean).join(", "),
      ),
    ];
  return [
    ...first(DONE[op] ?? op, rows(otherClaim ?? gone(other))),
    ...first("  →", rows(says)),
    ...under([`${other} → ${record}`, ...(gate === null ? [] : [gate])].join(", ")),
  ];
}
