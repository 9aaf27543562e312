import { type AttemptPlace, type ChangeEvents, changeEvent } from "../change/change-events.ts";
import type { AttemptState } from "../change/change-state.ts";
import { openAttempt } from "../change/open-attempt.ts";
import { asSeen } from "../ledger/as-seen.ts";
import { isMine, leaseFor } from "../ledger/lease.ts";
import type { Deps } from "../ports/deps.ts";
import type { LedgerEvent } from "../ports/ledger.ts";
import { decideChange } from "./decide-change.ts";
import type { ChangeId } from "./read-change.ts";

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
  const { clock } = deps;
  // Without a word the tests of the head and of its base may run one after the other.
  const lease = LEASE + 2 * testMinutes * 60_000;
  const holder = await deps.holder.name();
  const held = (forMs: number) => leaseFor(holder, clock.now(), forMs);
  const at = () => new Date(clock.now()).toISOString();
  const claim = changeEvent("attempt.claimed", { ...place, at: at(), ...held(lease), head });
  const claimed = await decideChange(deps, id, asSeen(seq, [claim]));
  if (!claimed.answer) return null;

  /** Appends what `make` makes of the attempt while it is this process's; null appends nothing. */
  const change = async (make: (attempt: AttemptState) => LedgerEvent | null): Promise<boolean> => {
    const { answer } = await decideChange(deps, id, ({ state }) => {
      const attempt = openAttempt(state, place);
      if (attempt === null || !isMine(attempt, holder)) return { events: [], answer: false };
      const made = make(attempt);
      return { events: made === null ? [] : [made], answer: true };
    });
    return answer;
  };
  const extended = (forMs: number) => changeEvent("attempt.extended", { ...place, until: held(forMs).until });
  return {
    place,
    keep: () =>
      change(({ until }) => (Date.parse(until) - clock.now() > lease - LEASE / 2 ? null : extended(lease))),
    async giveBack() {
      await change(() => extended(0));
    },
    end: (ended) => change(() => changeEvent("attempt.ended", { ...place, at: at(), ...ended })),
  };
}
