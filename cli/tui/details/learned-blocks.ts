import type { RunView } from "#knowledge";
import type { Block } from "../blocks.ts";

type Change = RunView["changes"][number];

/** What a change that was applied is called. */
const LABELS: Readonly<Record<string, string>> = {
  Add: "+ new",
  MintUnknown: "? asks",
  Confirm: "= still",
  Supersede: "~ now",
  Deprecate: "- gone",
};

/** What a run taught, in claims: what is new first, what was confirmed last. */
export function learnedBlocks(run: RunView): Block[] {
  if (run.learned === null)
    return [
      { kind: "heading", text: "learned" },
      { kind: "text", text: "Learning from this run is still queued." },
      { kind: "quote", text: "assay learn" },
    ];
  const counts = Object.entries(run.learned).filter(([, count]) => count > 0);
  const gate = new Map([
    ...run.promoted.map(({ record, path }) => [record, `active via ${path}`] as const),
    ...run.held.map(({ record, reason }) => [record, `held: ${reason}`] as const),
  ]);
  const changes = run.changes.filter(({ op }) => op !== "Promote" && op !== "Hold" && op !== "Noop");
  const isConfirmed = ({ op, outcome }: Change) => op === "Confirm" && outcome === "applied";
  return [
    { kind: "heading", text: "learned" },
    {
      kind: "text",
      text: counts.length === 0 ? "Nothing new." : counts.map(([what, n]) => `${n} ${what}`).join(", "),
    },
    ...[...changes.filter((one) => !isConfirmed(one)), ...changes.filter(isConfirmed)].flatMap((change) =>
      changeBlocks(change, gate.get(change.record ?? "")),
    ),
  ];
}

function changeBlocks(change: Change, gate: string | undefined): Block[] {
  const { op, record, outcome, reason, proposal, claim, otherClaim } = change;
  const says = claim ?? record ?? proposal ?? "";
  if (outcome !== "applied")
    return [
      { kind: "pair", label: "! kept", text: says },
      quiet([outcome, reason ?? "", proposal ?? ""].filter((part) => part !== "").join(" · ")),
    ];
  return [
    { kind: "pair", label: LABELS[op] ?? op, text: says },
    ...(otherClaim === null ? [] : [quiet(`was: ${otherClaim}`)]),
    ...(gate === undefined ? [] : [quiet(gate)]),
  ];
}

function quiet(text: string): Block {
  return { kind: "pair", label: "", text, tone: "quiet" };
}
