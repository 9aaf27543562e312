import type { CommitReceipt } from "#knowledge";
import { counted } from "../terminal/age.ts";
import type { Act } from "./act.ts";
import { attempt } from "./attempt.ts";
import { performChange } from "./change-acts.ts";
import { commitConfirmation, markConfirmation, rulingConfirmation } from "./confirm-sheets.ts";
import type { Marking, Operations, Ruling } from "./operations.ts";
import { performWork } from "./perform-work.ts";
import { performDeciding } from "./proposal-acts.ts";
import type { Reach } from "./reach.ts";
import { performRequest } from "./request-acts.ts";
import type { Store } from "./store.ts";
import { tellRefused } from "./tell-refused.ts";
import { fieldOf } from "./text-field.ts";
import { performWatch } from "./watch-acts.ts";

const DONE: Readonly<Record<Ruling, string>> = {
  accept: "accepted",
  reject: "rejected",
  forget: "forgotten",
};

/** Asks the operation what a ruling would do, and shows that for confirmation. */
export async function planRuling(
  store: Store,
  { operations }: Reach,
  verb: Ruling,
  ids: readonly string[],
  reason: string | null,
): Promise<void> {
  await attempt(store, "planning", async () => {
    const plan = await operations.rule(verb, { ids, reason, seen: null });
    if (plan.result === "refused") return tellRefused(store, plan.refused);
    if (plan.result === "unchanged") return notice(store, "nothing would change");
    store.dispatch({ type: "sheet", sheet: rulingConfirmation(store.get(), verb, ids, reason, plan) });
  });
}

export async function planMark(store: Store, { operations }: Reach, marking: Marking): Promise<void> {
  await attempt(store, "planning", async () => {
    const plan = await operations.mark(marking, null);
    if (plan.result === "refused") return tellRefused(store, plan.refused);
    if (plan.result === "unchanged") return notice(store, "the run is marked so already");
    store.dispatch({ type: "sheet", sheet: markConfirmation(store.get(), marking, plan) });
  });
}

/** Asks what a commit would hold, then for the first line of its message. */
export async function planCommit(store: Store, { operations }: Reach): Promise<void> {
  await attempt(store, "looking at what changed", async () => {
    const plan = await operations.commit(null);
    if (plan.result === "unchanged") return notice(store, "there is nothing to commit");
    const [problem] = plan.problems;
    if (problem !== undefined) {
      const message = `nothing can be committed yet: ${problem.file}:${problem.line}: ${problem.message}`;
      const banner = { code: "record_invalid", message, hint: problem.fix };
      return store.dispatch({ type: "told", banner });
    }
    const field = fieldOf(subjectOf(plan.message));
    store.dispatch({
      type: "sheet",
      sheet: { kind: "text", purpose: { kind: "message", plan }, field, at: 0 },
    });
  });
}

/** Shows the commit with that first line; what the product wrote below it stays. */
export function confirmCommit(store: Store, plan: CommitReceipt, subject: string): void {
  const message = subject + plan.message.slice(subjectOf(plan.message).length);
  store.dispatch({ type: "sheet", sheet: commitConfirmation(plan, message) });
}

/** The first line of a message. */
export function subjectOf(message: string): string {
  return message.split("\n", 1)[0] ?? "";
}

/** Does what was confirmed; the lists are read again, and what happened is said. */
export async function carryOut(
  store: Store,
  reach: Reach,
  act: Exclude<Act, { verb: "save" }>,
): Promise<void> {
  await attempt(store, `${act.verb}…`, async () => {
    const said = await perform(store, reach.operations, act);
    store.dispatch({ type: "unmarked" });
    store.dispatch({ type: "changed", now: reach.now() });
    if (said !== null) notice(store, said);
  });
}

async function perform(
  store: Store,
  operations: Operations,
  act: Exclude<Act, { verb: "save" }>,
): Promise<string | null> {
  switch (act.verb) {
    case "mark": {
      const { result, refused } = await operations.mark(act.marking, act.seen);
      if (result === "refused") tellRefused(store, refused);
      return result === "refused" ? null : `marked: ${act.marking.mark.replaceAll("-", " ")}`;
    }
    case "commit": {
      const { commit } = await operations.commit({ message: act.message, head: act.plan.head });
      return commit === null ? "there was nothing to commit" : `committed as ${commit.slice(0, 12)}`;
    }
    case "hand over":
    case "start":
      return performChange(store, operations, act);
    case "apply":
    case "drop":
      return performDeciding(store, operations, act);
    case "merge":
    case "close":
    case "refresh":
      return performRequest(store, operations, act);
    case "look":
    case "sweep":
      return performWatch(store, operations, act);
    case "carry out":
    case "run plan":
    case "judge":
    case "waive":
    case "claim":
    case "release":
    case "move":
      return performWork(store, operations, act);
    default: {
      const { verb, ids, reason, seen } = act;
      const { result, refused } = await operations.rule(verb, { ids, reason, seen });
      if (result === "refused") tellRefused(store, refused);
      return result === "refused" ? null : `${counted(ids.length, "record")} ${DONE[verb]}`;
    }
  }
}

/** Opens the record in the editor; what may not be written stays with the person, who can go on with it. */
export async function editRecord(store: Store, reach: Reach, id: string): Promise<void> {
  await attempt(store, null, async () => {
    const { operations, now } = reach;
    const { result, refused, problems, draft } = await operations.edit(id);
    if (result === "done") store.dispatch({ type: "changed", now: now() });
    if (result === "done") return notice(store, `saved ${id}`);
    // Where the text was kept as a draft that is what is said.
    if (result !== "refused")
      return store.get().notice === null ? notice(store, "nothing was changed") : undefined;
    const why = [
      ...problems.map(({ message, line }) => `line ${line}: ${message}`),
      ...refused.map((one) => one.why),
    ];
    reach.goOnEditing(`${id}.md`, why);
    store.dispatch({
      type: "sheet",
      sheet: {
        kind: "choose",
        title: `Not saved: ${why.join("; ")}`,
        options: [
          { label: "go on editing", choice: { kind: "edit-again", id } },
          {
            label: `leave it; your text is kept${draft === null ? "" : ` in ${draft}`}`,
            choice: { kind: "nothing" },
          },
        ],
        at: 0,
      },
    });
  });
}

function notice(store: Store, text: string): void {
  store.dispatch({ type: "noticed", notice: text });
}
