import { AssayError } from "../errors.ts";
import { decide } from "../ledger/decide.ts";
import { goneHolders } from "../ledger/gone-holders.ts";
import { keepReadOuts } from "../ledger/keep-read-outs.ts";
import type { Lease } from "../ledger/lease.ts";
import type { DefaultBranch } from "../ports/ci-feed.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { LedgerEvent, Summary } from "../ports/ledger.ts";
import { codeOf, tellError } from "../tell-error.ts";
import { decideWatch, type WatchRules } from "./decide-watch.ts";
import { dutiesOfSummary } from "./duties-of.ts";
import type { Duty } from "./duty.ts";
import { isUnchanged } from "./is-unchanged.ts";
import { type LookDeps, type LookRules, lookFurther } from "./look.ts";
import { lookAtTips } from "./look-at-tips.ts";
import { observationOf } from "./observation.ts";
import { WATCH, type WatchSummary } from "./watch.ts";
import type { WatchEvents } from "./watch-events.ts";
import type { WatchState } from "./watch-state.ts";
import { watchStream } from "./watch-stream.ts";

export type WatchDeps = LookDeps & Pick<Deps, "clock" | "holder" | "ledger">;

export interface WatchLook extends LookRules, Omit<WatchRules, "isGone"> {
  /** As they are written in the settings. */
  readonly repositories: readonly RepositoryName[];
  /** Those of the platform that Assay itself runs on: never looked at, whatever they are asked for as (C-076). */
  readonly platform: readonly RepositoryName[];
}

export interface WatchReport {
  /** Repositories that could be looked at. */
  readonly looked: number;
  /** Those of which something is new, in the order asked. */
  readonly changed: readonly ChangedRepository[];
  readonly due: readonly Duty[];
  readonly problems: readonly WatchProblem[];
}

export interface ChangedRepository {
  readonly repository: RepositoryName;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly outcome: WatchSummary["outcome"];
  /** Types of the events, in order. */
  readonly events: readonly string[];
  readonly failures: readonly WatchEvents["ci.failed"][];
}

export interface WatchProblem {
  readonly repository: RepositoryName;
  readonly code: string;
  readonly problem: string;
}

/** Repositories that are read at a time. */
const AT_A_TIME = 6;
/** Questions that follow one another; a decision asks fewer. */
const ROUNDS = 20;

/**
 * Looks once at the default branches of an organisation's repositories: keeps what is new, raises what failed, and tells
 * what is due. Nothing else than the default branch is asked for. What stands in the way of one repository is told and
 * keeps no other from being looked at. Errors: that of the first one, where none could be looked at; those of the
 * ledger's lists.
 */
export async function watchRepositories(deps: WatchDeps, look: WatchLook): Promise<WatchReport> {
  const { repositories, organisation } = look;
  const tips = await lookAtTips(deps, repositories);
  const known = new Map((await deps.ledger.summaries(WATCH.kind)).map((one) => [one.stream, one]));
  const taken = new Map<string, RepositoryName>();
  const platform = new Set(look.platform.map((name) => name.toLowerCase()));
  const seen = new Array<SeenRepository>(tips.length);
  const left = tips.entries();
  const worker = async (): Promise<void> => {
    for (const [at, tip] of left) {
      const asked = tip.kind === "seen" ? tip.head.asked : tip.asked;
      try {
        if (tip.kind === "failed") throw tip.error;
        refusePlatform(platform, tip.head);
        refuseTwice(taken, tip.head);
        seen[at] = await seeRepository(deps, look, tip.head, known.get(watchStream(organisation, asked)));
      } catch (error) {
        seen[at] = { kind: "failed", asked, error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, tips.length) }, worker));
  const failed = seen.filter((one) => one.kind === "failed");
  if (failed.length > 0 && failed.length === seen.length) throw failed[0]?.error;
  const looked = seen.filter((one) => one.kind === "looked");
  return {
    looked: looked.length,
    changed: looked.flatMap(({ changed }) => (changed === null ? [] : [changed])),
    due: looked.flatMap(({ due }) => due),
    problems: failed.map(({ asked, error }) => ({
      repository: asked,
      code: codeOf(error),
      problem: look.mask(tellError(error)),
    })),
  };
}

type SeenRepository =
  | { readonly kind: "looked"; readonly changed: ChangedRepository | null; readonly due: readonly Duty[] }
  | { readonly kind: "failed"; readonly asked: RepositoryName; readonly error: unknown };

/** One that was renamed to what the settings know as the platform's. */
function refusePlatform(platform: ReadonlySet<string>, head: DefaultBranch): void {
  if (head.kind === "missing" || !platform.has(head.repository.toLowerCase())) return;
  const reason = `it is ${head.repository} now, which belongs to the platform that Assay itself runs on`;
  throw new AssayError("watch_unknown", { repository: head.asked, reason });
}

/** Under two names one repository would be answered twice. */
function refuseTwice(taken: Map<string, RepositoryName>, head: DefaultBranch): void {
  if (head.kind === "missing") return;
  const name = head.repository.toLowerCase();
  const other = taken.get(name);
  if (other !== undefined) throw new AssayError("watched_twice", { repository: head.asked, other });
  taken.set(name, head.asked);
}

async function seeRepository(
  deps: WatchDeps,
  look: WatchLook,
  head: DefaultBranch,
  summary: Summary | undefined,
): Promise<SeenRepository> {
  const { organisation, artifact } = look;
  if (summary?.v === WATCH.summary?.v) {
    const known = summary?.data as unknown as WatchSummary;
    if (isUnchanged(known, head)) {
      const isGone = await goneAmong(deps, known.due);
      const place = { organisation, repository: head.asked, now: deps.clock.now(), isGone, artifact };
      return { kind: "looked", changed: null, due: dutiesOfSummary(known, place) };
    }
  }
  return seeChanges(deps, look, head, summary);
}

/** Decides on what is seen, reads what the decision asks for, and decides again until nothing is missing. */
async function seeChanges(
  deps: WatchDeps,
  look: WatchLook,
  head: DefaultBranch,
  summary: Summary | undefined,
): Promise<SeenRepository> {
  const { ledger, clock } = deps;
  const stream = watchStream(look.organisation, head.asked);
  let sight = observationOf(head);
  let isGone = (_: string): boolean => false;
  for (let round = 0; round < ROUNDS; round++) {
    const { answer, state, seq } = await decide(ledger, stream, WATCH, (now) => {
      const decision = decideWatch(now.state, sight, clock.now(), { ...look, isGone });
      return { events: decision.events, answer: decision };
    });
    if (answer.missing.length > 0) {
      isGone = await goneAmong(deps, state.failures);
      sight = await lookFurther(deps, sight, answer.missing, look);
      continue;
    }
    const isBehind = summary?.seq !== seq && answer.events.length === 0 && seq > 0;
    if (isBehind) await keepReadOuts(ledger, stream, WATCH, { state, seq }, seq);
    return { kind: "looked", changed: changedOf(head, state, answer.events), due: answer.due };
  }
  throw new AssayError("ledger_contended", { stream, attempts: ROUNDS });
}

function goneAmong(
  deps: Pick<Deps, "holder">,
  of: readonly { readonly claim: Lease | null }[],
): Promise<(name: string) => boolean> {
  return goneHolders(
    deps,
    of.flatMap(({ claim }) => (claim === null ? [] : [claim.holder])),
  );
}

function changedOf(
  { asked }: DefaultBranch,
  { branch, head }: WatchState,
  events: readonly LedgerEvent[],
): ChangedRepository | null {
  if (events.length === 0) return null;
  return {
    repository: asked,
    branch,
    commit: head?.commit ?? null,
    outcome: head?.outcome ?? null,
    events: events.map(({ type }) => type),
    failures: events
      .filter(({ type }) => type === "ci.failed")
      .map(({ data }) => data as unknown as WatchEvents["ci.failed"]),
  };
}
