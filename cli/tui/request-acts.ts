import { REQUEST_DONE } from "../format/request-words.ts";
import type { Act } from "./act.ts";
import { attempt } from "./attempt.ts";
import { diffBlocks } from "./details/diff-blocks.ts";
import { forgeBlocks } from "./details/request-detail.ts";
import type { Ending, Operations, Refreshing, RequestName } from "./operations.ts";
import type { Reach } from "./reach.ts";
import { endingConfirmation, refreshConfirmation } from "./request-sheets.ts";
import type { Sheet } from "./state.ts";
import type { Store } from "./store.ts";
import { tellRefused } from "./tell-refused.ts";

const BUSY = "asking the forge";
const NOTHING_TO_DO = "nothing is to be done: it is as it is wanted";

/** Asks the forge what merging or closing a request would do, and shows that for confirmation. */
export async function planEnding(store: Store, { operations }: Reach, ending: Ending): Promise<void> {
  await attempt(store, BUSY, async () => {
    const plan = await operations.endRequest(ending, null);
    if (plan.refusal !== null) return tellRefused(store, [{ id: plan.repository, ...plan.refusal }]);
    const { request } = await operations.request(ending.request, false);
    store.dispatch({ type: "sheet", sheet: endingConfirmation(ending, plan, request.branch) });
  });
}

/** Asks the forge what bringing a request up to date would do first, and shows that for confirmation. */
export async function planRefresh(
  store: Store,
  { operations }: Reach,
  refreshing: Refreshing,
): Promise<void> {
  await attempt(store, BUSY, async () => {
    const plan = await operations.refreshRequest(refreshing, true);
    const { result, refusal } = plan;
    if (refusal !== null) return tellRefused(store, [{ id: refreshing.request.repository, ...refusal }]);
    if (result === "unchanged") return say(store, NOTHING_TO_DO);
    store.dispatch({ type: "sheet", sheet: refreshConfirmation(refreshing, plan) });
  });
}

/** Does what was confirmed and gives what to say; a reason that was of no use is kept as a draft. */
export async function performRequest(
  store: Store,
  operations: Operations,
  act: Extract<Act, { verb: "merge" | "close" | "refresh" }>,
): Promise<string | null> {
  if (act.verb === "refresh") {
    const { result, refusal, steps } = await operations.refreshRequest(act, false);
    if (refusal !== null) tellRefused(store, [{ id: act.request.repository, ...refusal }]);
    if (result === "unchanged") return NOTHING_TO_DO;
    return steps.length === 0 ? null : steps.map((step) => REQUEST_DONE[step]).join(", ");
  }
  const { verb, request, reason, seen } = act;
  const { result, refusal, number, into, commit } = await operations.endRequest(act, seen);
  if (result === "done")
    return verb === "merge"
      ? `#${number} is merged into ${into} as ${commit?.slice(0, 12) ?? "a commit"}; \`git pull\` brings it here`
      : `#${number} is closed unmerged`;
  if (refusal !== null) tellRefused(store, [{ id: request.repository, ...refusal }]);
  if (reason === null) return null;
  return `your reason is kept in ${await operations.keepDraft("reason.txt", `${reason}\n`)}`;
}

/** Asks the forge what merging a request changes, and shows the diff. */
export async function showDiff(store: Store, { operations }: Reach, request: RequestName): Promise<void> {
  await attempt(store, BUSY, async () => {
    const diff = await operations.requestDiff(request);
    show(store, `What merging ${diff.repository}#${diff.number} changes`, diffBlocks(diff));
  });
}

/** Asks the forge how a request stands now, and shows the answer. */
export async function showAtForge(store: Store, { operations }: Reach, request: RequestName): Promise<void> {
  await attempt(store, BUSY, async () => {
    const { atForge } = await operations.request(request, true);
    show(store, `${request.repository} at the forge`, forgeBlocks(atForge));
  });
}

function show(store: Store, title: string, blocks: Extract<Sheet, { kind: "answer" }>["blocks"]): void {
  store.dispatch({ type: "sheet", sheet: { kind: "answer", title, blocks, scroll: 0 } });
}

function say(store: Store, text: string): void {
  store.dispatch({ type: "noticed", notice: text });
}
