import { type AttemptPlace, type ChangeEvents, changeEvent } from "../change/change-events.ts";
import type { AttemptState } from "../change/change-state.ts";
import type { Deps } from "../ports/deps.ts";
import { appendEvents } from "./append-events.ts";
import { type ChangeId, readChange } from "./read-change.ts";

/** Milliseconds that an attempt is held beyond what one run of the tests may take; it is held anew while work goes on. */
const LEASE = 10 * 60_000;

export type HoldDeps = Pick<Deps, "ledger" | "clock" | "holder">;

/** An attempt that this process works on. */
export interface HeldAttempt {
  readonly place: AttemptPlace;
  /** Holds it longer where that is due; false where somebody else has taken it over, or it has ended. */
  keep(): Promise<boolean>;
  /** Gives it back unended: anybody may go on with it at once. */
  giveBack(): Promise<void>;
  /** Ends it; false where it was not this process's to end any more. */
  end(ended: Pick<ChangeEvents["attempt.ended"], "verdict" | "failures" | "effects">): Promise<boolean>;
}

export interface Claim {
  readonly place: AttemptPlace;
  readonly head: string;
  /** How long one run of the tests may take. */
  readonly testMinutes: number;
}

/** Claims an attempt on the state at `seq`; null where somebody else came first. Errors: those of the ledger. */
export async function holdAttempt(
  deps: HoldDeps,
  id: ChangeId,
  seq: number,
  { place, head, testMinutes }: Claim,
): Promise<HeldAttempt | null> {
  // Without a word the tests of the head and of its base may run one after the other.
  const lease = LEASE + 2 * testMinutes * 60_000;
  const holder = await deps.holder.name();
  const time = (after: number) => new Date(deps.clock.now() + after).toISOString();
  const claim = changeEvent("attempt.claimed", { ...place, at: time(0), holder, until: time(lease), head });
  if (!(await appendEvents(deps, id, seq, [claim]))) return null;

  /** Appends what `event` makes of the attempt while it is this process's; null appends nothing. */
  const change = async (
    event: (attempt: AttemptState) => ReturnType<typeof changeEvent> | null,
  ): Promise<boolean> => {
    for (;;) {
      const now = await readChange(deps, id);
      const run = now.state.runs.find((one) => one.run === place.run);
      const round = run?.steps
        .find(({ name }) => name === place.step)
        ?.rounds.find((one) => one.round === place.round);
      const attempt = round?.attempts.find((one) => one.attempt === place.attempt);
      if (attempt === undefined || attempt.holder !== holder || attempt.ended !== null) return false;
      // Whoever took the change over does not want to hear of it any more.
      if (run?.ended !== null || round?.ended !== null || round.handedOver !== null) return false;
      const made = event(attempt);
      if (made === null || (await appendEvents(deps, id, now.seq, [made]))) return true;
    }
  };
  return {
    place,
    keep: () =>
      change(({ until }) =>
        Date.parse(until) - deps.clock.now() > lease - LEASE / 2
          ? null
          : changeEvent("attempt.extended", { ...place, until: time(lease) }),
      ),
    async giveBack() {
      await change(() => changeEvent("attempt.extended", { ...place, until: time(0) }));
    },
    end: (ended) => change(() => changeEvent("attempt.ended", { ...place, at: time(0), ...ended })),
  };
}
