import * as z from "zod/mini";
import { readConfig } from "../config/read-config.ts";
import { goneHolders } from "../ledger/gone-holders.ts";
import { isHeld } from "../ledger/lease.ts";
import { readState } from "../ledger/read-state.ts";
import type { Deps } from "../ports/deps.ts";
import { needWatch } from "../watch/need-watch.ts";
import { isWaiting } from "../watch/wait-for-money.ts";
import { issueOf, WATCH } from "../watch/watch.ts";
import { watchStream } from "../watch/watch-stream.ts";
import { watchedRepository } from "../watch/watched-repositories.ts";
import { operation } from "./operation.ts";
import { FAILURE_KEYS, failureView } from "./views/failure-view.ts";
import { Organisation, Repository } from "./views/watch-place.ts";

const WatchStatus = z.lazy(() =>
  z.object({
    organisation: z.string(),
    repository: z.string(),
    product: z.string(),
    /** False where no look has been at it yet. */
    seen: z.boolean(),
    renamedTo: z.nullable(z.string()),
    lost: z.nullable(z.object({ at: z.string(), why: z.enum(["missing", "empty", "archived"]) })),
    branch: z.nullable(z.string()),
    head: z.nullable(
      z.object({
        commit: z.string(),
        outcome: z.enum(["running", "passed", "failed", "unclear", "none"]),
        /** When the outcome, and the tip, were seen first. */
        at: z.string(),
        since: z.string(),
      }),
    ),
    /** The newest tip that passed and that the head comes after. */
    lastGreen: z.nullable(z.string()),
    /** Tips that were overtaken while CI ran there and that are read still; oldest first. */
    overtaken: z.array(z.object({ commit: z.string(), since: z.string() })),
    /** Checks that a passed tip had no more, told last. */
    vanished: z.nullable(z.object({ at: z.string(), commit: z.string(), checks: z.array(z.string()) })),
    /** Open ones first, then those that are answered or over; the newest first each. */
    failures: z.array(
      z.object({
        ...FAILURE_KEYS,
        endedAt: z.nullable(z.string()),
        /**
         * `due`: somebody has to write the answer; `claimed`: somebody does; `waits`: it is due, and no account can pay for
         * it before `waitsUntil`; `done`; `none`: nothing is to be done.
         */
        state: z.enum(["due", "claimed", "waits", "done", "none"]),
        waitsUntil: z.nullable(z.string()),
        holder: z.nullable(z.string()),
        /** What a triage decided. */
        decision: z.nullable(
          z.object({
            word: z.enum(["code", "test", "flake", "infrastructure", "unclear"]),
            by: z.enum(["rules", "model"]),
            why: z.string(),
            suspect: z.nullable(z.int()),
            /** Changes merged since the last green tip, newest first. */
            merged: z.array(z.int()),
          }),
        ),
        issue: z.nullable(z.int()),
        url: z.nullable(z.string()),
        doneAt: z.nullable(z.string()),
        /** Why the forge did not take it. */
        refused: z.nullable(z.string()),
      }),
    ),
    /** Issues of ours, the newest first. */
    issues: z.array(
      z.object({
        issue: z.int(),
        url: z.nullable(z.string()),
        checks: z.array(z.string()),
        state: z.enum(["open", "closed"]),
        closedAt: z.nullable(z.string()),
      }),
    ),
    /** When something was new last: a look that sees nothing new leaves no trace. */
    changedAt: z.nullable(z.string()),
  }),
);
export type WatchStatus = z.output<typeof WatchStatus>;

/** All that is known of a watched default branch: its tip, its failures with their answers, our issues. The forge is not asked. Errors: watch_unset, watch_unknown, those of the ledger. */
export const watchStatus = operation({
  id: "watch.status",
  title: "Show a watched default branch with its failures and their answers",
  input: z.object({ organisation: Organisation, repository: Repository }),
  output: WatchStatus,
  writes: false,
  async run(
    { ledger, clock, configFile, holder }: Pick<Deps, "ledger" | "clock" | "configFile" | "holder">,
    { organisation: asked, repository: name },
  ): Promise<WatchStatus> {
    const watch = needWatch(await readConfig(configFile), asked);
    const { organisation } = watch;
    const { repository, product } = watchedRepository(watch, name);
    const { state, seq } = await readState(ledger, watchStream(organisation, repository), WATCH);
    const claimed = state.failures.flatMap(({ claim }) => (claim === null ? [] : [claim.holder]));
    const time = { now: clock.now(), isGone: await goneHolders({ holder }, claimed) };
    const failures: WatchStatus["failures"] = [];
    for (const failure of state.failures.toReversed()) {
      const { answer, claim, decided, done, endedAt, waits } = failure;
      const inWork = done === null && isHeld(claim, time) ? claim.holder : null;
      const waitsUntil =
        done === null && inWork === null && waits !== null && isWaiting(waits.until, time.now)
          ? waits.until
          : null;
      const open = inWork !== null ? "claimed" : waitsUntil !== null ? "waits" : "due";
      const decision = decided?.decision;
      failures.push({
        ...failureView(failure),
        endedAt,
        state: answer.kind === "none" ? "none" : done !== null ? "done" : open,
        waitsUntil,
        holder: inWork,
        decision:
          decision === undefined
            ? null
            : {
                word: decision.word,
                by: decision.by,
                why: decision.why,
                suspect: decision.suspect,
                merged: [...decision.merged],
              },
        issue: issueOf(failure),
        url: done?.url ?? null,
        doneAt: done?.at ?? null,
        refused: done?.refused ?? null,
      });
    }
    const isOpen = ({ endedAt, state: stands }: (typeof failures)[number]) =>
      endedAt === null || stands === "due" || stands === "claimed" || stands === "waits";
    return {
      organisation,
      repository,
      product,
      seen: seq > 0,
      renamedTo: state.renamedTo,
      lost: state.lost,
      branch: state.branch,
      head: state.head,
      lastGreen: state.lastGreen,
      overtaken: state.overtaken.map(({ commit, since }) => ({ commit, since })),
      vanished: state.vanished === null ? null : { ...state.vanished, checks: [...state.vanished.checks] },
      failures: [...failures.filter(isOpen), ...failures.filter((one) => !isOpen(one))],
      issues: state.issues.toReversed().map(({ issue, url, checks, state: stands, closedAt }) => ({
        issue,
        url,
        checks: [...checks],
        state: stands,
        closedAt,
      })),
      changedAt: seq === 0 ? null : state.at,
    };
  },
});
