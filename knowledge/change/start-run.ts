import type { Workflow } from "../config/config.ts";
import type { Decision } from "../ledger/decide.ts";
import { type ChangeIdentity, changeEvent } from "./change-events.ts";
import { lastRun } from "./change-run.ts";
import type { ChangeRun, ChangeState } from "./change-state.ts";

export interface StartOfRun {
  readonly at: string;
  readonly by: string;
  readonly change: ChangeIdentity;
  readonly workflow: Workflow;
  readonly hasBuilder: boolean;
  readonly note: string | null;
  /** Issue of ours that began the change, or null. */
  readonly issue: number | null;
  /** Random, at least 16 bytes in hexadecimal. */
  readonly secret: string;
}

export type StartAnswer =
  | { readonly kind: "started"; readonly run: number }
  /** A run of this change is live: nothing is begun twice. */
  | { readonly kind: "live"; readonly run: ChangeRun };

/** Begins a run of a change unless one is live. Pure. */
export function startRun(state: ChangeState, start: StartOfRun): Decision<StartAnswer> {
  const last = lastRun(state);
  if (last !== null && last.ended === null) return { events: [], answer: { kind: "live", run: last } };
  const run = (last?.run ?? 0) + 1;
  return {
    events: [changeEvent("run.started", { run, ...start })],
    answer: { kind: "started", run },
  };
}
