import type { CommitReceipt, MarkReceipt, Receipt } from "#knowledge";
import { counted } from "../terminal/age.ts";
import { MARK_WORDS } from "./mark-sheets.ts";
import type { Marking, Ruling, Seen } from "./operations.ts";
import type { Sheet, State } from "./state.ts";

type Confirm = Extract<Sheet, { kind: "confirm" }>;
type Facts = Confirm["facts"];

/** What each ruling means for the time after it. */
const MEANINGS: Readonly<Record<Ruling, string>> = {
  accept: "it counts as true from now on; learning proposes where it sees another thing",
  reject: "it is not served any more; your reason stays with it",
  forget: "it is not served any more and not learned again",
};

/** What a ruling will do to which files, from the operation's own plan. */
export function rulingConfirmation(
  state: State,
  verb: Ruling,
  ids: readonly string[],
  reason: string | null,
  plan: Receipt,
): Confirm {
  return {
    kind: "confirm",
    title: `${verb[0]?.toUpperCase()}${verb.slice(1)} ${counted(ids.length, "record")}`,
    facts: [
      ...changeFacts(plan),
      ["branch", onBranch(state)],
      ["effect", MEANINGS[verb]],
      ...(reason === null ? [] : [["reason", reason] as const]),
    ],
    act: { verb, ids, reason, seen: seenIn(plan) },
  };
}

export function markConfirmation(state: State, marking: Marking, plan: MarkReceipt): Confirm {
  const { run, mark, cause } = marking;
  return {
    kind: "confirm",
    title: `Mark run ${run}`,
    facts: [
      ["mark", [MARK_WORDS[mark], cause?.replaceAll("_", " ")].filter(Boolean).join(" · ")],
      ...(plan.test === null ? [] : [["test", plan.test] as const]),
      ...changeFacts(plan),
      ...(plan.changes.length === 0 ? [["files", "none; the mark is kept in the ledger"] as const] : []),
      ["branch", onBranch(state)],
      ...plan.left.map(({ id, why }) => ["stays", `${id}: ${why}`] as const),
    ],
    act: { verb: "mark", marking, seen: seenIn(plan) },
  };
}

export function commitConfirmation(plan: CommitReceipt, message: string): Confirm {
  const { files, branch, isDefault } = plan;
  return {
    kind: "confirm",
    title: `Commit ${counted(files.length, "file")}`,
    facts: [
      ["branch", `${branch ?? "a detached head"}${isDefault ? " (the default branch)" : ""}`],
      ["effect", "one commit of these files; what else is staged stays staged"],
      ...message.split("\n").map((line, at) => [at === 0 ? "message" : "", line] as const),
      ...files.map(({ path, change }, at) => [at === 0 ? "files" : "", `${change}  ${path}`] as const),
    ],
    act: { verb: "commit", plan, message },
  };
}

export function saveConfirmation(state: State, name: string): Confirm {
  return {
    kind: "confirm",
    title: "Save what you edited",
    facts: [
      ["record", name.replace(/\.md$/, "")],
      ["branch", onBranch(state)],
      ["effect", "it is checked, then written to the record's file; cancel keeps your text as a draft"],
    ],
    act: { verb: "save", name },
  };
}

export function changeFacts({ changes, removed }: Pick<Receipt, "changes" | "removed">): Facts {
  return [
    ...changes.flatMap(
      ({ file, from, to, claim }): Facts => [
        ["file", file],
        ["", `${from ?? "new"} → ${to}: ${claim}`],
      ],
    ),
    ...removed.map((file) => ["removed", file] as const),
  ];
}

function seenIn({ changes }: Pick<Receipt, "changes">): Seen {
  return Object.fromEntries(
    changes.flatMap(({ record, before }) => (before === null ? [] : [[record, before]])),
  );
}

export function onBranch({ surroundings }: State): string {
  return `${surroundings?.branch ?? "a detached head"}, not committed yet`;
}
