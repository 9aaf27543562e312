import type { Decision } from "../ledger/decide.ts";
import { isMine, type Lease, leaseFor, leaseStanding } from "../ledger/lease.ts";
import type { Projection } from "../ledger/projection.ts";
import type { Method } from "../plan/method.ts";
import type { LedgerEvent } from "../ports/ledger.ts";
import type { Requirement } from "../qa/requirement.ts";

/** The capability of a host to be driven as a whole: by one case at a time. */
const TEST_MACHINE = "test-machine";

/** Milliseconds for which nobody else may drive a machine after its holder was last heard of. */
export const MACHINE_LEASE_MS = 120_000;

/** Who drives a machine. Times are ISO 8601, UTC. */
export interface MachineHold extends Lease {
  /** The person or agent behind the process. */
  readonly by: string;
  /** Requirement whose case is carried out. */
  readonly requirement_id: string;
  readonly since: string;
}

/** The fold of `machine/<host>`. */
export interface MachineState {
  /** The last to take it, also where they have given it back: then it has run out. */
  readonly hold: MachineHold | null;
}

/** The machine that a process runs on; streams of it never leave the clone. */
export const MACHINE: Projection<MachineState> = {
  kind: "machine",
  v: 1,
  initial: { hold: null },
  apply(state, { type, v, data }) {
    if (v !== 1) return state;
    if (type === "machine.taken") return { hold: (data as { hold: MachineHold }).hold };
    const { holder, until } = data as Partial<Lease>;
    if (type !== "machine.kept" || state.hold === null || state.hold.holder !== holder || until === undefined)
      return state;
    return { hold: { ...state.hold, until } };
  },
};

/** The stream of the machine on which the holder, `host/pid/start`, runs. */
export function machineStream(holder: string): string {
  return `machine/${holder.split("/", 1)[0]}`;
}

/** Whether a case drives the whole machine, so that no other may meanwhile. Pure. */
export function drivesMachine(
  { capability_requirements }: Pick<Requirement, "capability_requirements">,
  method: Pick<Method, "required_capability_kinds"> | undefined,
): boolean {
  return [...capability_requirements, ...(method?.required_capability_kinds ?? [])].includes(TEST_MACHINE);
}

export interface MachineAsk {
  readonly holder: string;
  readonly by: string;
  readonly requirement_id: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly isGone: (holder: string) => boolean;
}

/**
 * Takes a machine, unless somebody drives it: then the answer says who. One whose process is gone, or that was not heard of
 * for the length of a lease, drives no more. Pure.
 */
export function takeMachine({ hold }: MachineState, ask: MachineAsk): Decision<MachineHold | null> {
  const { holder, by, requirement_id, now } = ask;
  if (hold !== null && isDriven(hold, ask)) return { events: [], answer: hold };
  const since = new Date(now).toISOString();
  const taken: MachineHold = { ...leaseFor(holder, now, MACHINE_LEASE_MS), by, requirement_id, since };
  return { events: [event("machine.taken", { hold: taken })], answer: null };
}

/** Whether it is another's, or its own process's for another case. */
function isDriven(hold: MachineHold, ask: MachineAsk): boolean {
  const standing = leaseStanding(hold, ask);
  return standing === "held" || (standing === "mine" && ask.now < Date.parse(hold.until));
}

/**
 * Says for how many milliseconds more a holder drives it, 0 to give it back; the answer is whether it was still theirs. Pure.
 */
export function keepMachine(
  { hold }: MachineState,
  { holder, since }: Pick<MachineHold, "holder" | "since">,
  { now, forMs }: { readonly now: number; readonly forMs: number },
): Decision<boolean> {
  if (hold === null || !isMine(hold, holder) || hold.since !== since) return { events: [], answer: false };
  return { events: [event("machine.kept", { ...leaseFor(holder, now, forMs) })], answer: true };
}

/** Who drives it, for what and since when. Pure. */
export function toldHold({ by, holder, requirement_id, since }: MachineHold): string {
  return `the test machine is driven by ${by} (${holder}) for ${requirement_id}, since ${since}`;
}

function event(type: "machine.taken" | "machine.kept", data: LedgerEvent["data"]): LedgerEvent {
  return { type, v: 1, data };
}
