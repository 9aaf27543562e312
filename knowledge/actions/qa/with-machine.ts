import { attempt } from "../../attempt.ts";
import {
  keepMachine,
  MACHINE,
  MACHINE_LEASE_MS,
  type MachineHold,
  machineStream,
  takeMachine,
  toldHold,
} from "../../execute/machine-lease.ts";
import { decide } from "../../ledger/decide.ts";
import { goneHolders } from "../../ledger/gone-holders.ts";
import { readState } from "../../ledger/read-state.ts";
import type { Deps } from "../../ports/deps.ts";

export type MachineDeps = Pick<Deps, "clock" | "holder" | "ledger" | "messages" | "pause" | "person">;

/** Milliseconds between two looks at a machine that somebody else drives. */
const LOOK_MS = 1_000;
const BEAT_MS = MACHINE_LEASE_MS / 4;

export interface MachineUse {
  readonly requirement_id: string;
  /** Milliseconds that are waited for somebody else to be done with it. */
  readonly waitMs: number;
}

/** The machine while it is this process's. */
export interface HeldMachine {
  /** False once somebody else has taken it over: this process was not heard of for the length of a lease. */
  isOurs(): Promise<boolean>;
}

/**
 * Drives the machine that this process runs on for as long as `use` takes, and lets nobody else of this ledger drive it
 * meanwhile; `driven` where another does, at the end of what was waited for it. It is given back once `use` has ended, however
 * it did, and not before; that of a process that was killed is free at once, one that could not be given back when its lease
 * has run out. Errors: those of `use`, and of the ledger while it is taken.
 */
export async function withMachine<Result>(
  deps: MachineDeps,
  { requirement_id, waitMs }: MachineUse,
  use: (machine: HeldMachine) => Promise<Result>,
): Promise<
  { readonly kind: "used"; readonly result: Result } | { readonly kind: "driven"; readonly by: string }
> {
  const { clock, ledger, messages, pause } = deps;
  const holder = await deps.holder.name();
  const stream = machineStream(holder);
  const by = await deps.person.name();
  const end = clock.now() + waitMs;
  let told: string | null = null;
  let since: string;
  for (;;) {
    const { state } = await readState(ledger, stream, MACHINE);
    const known = state.hold?.holder ?? holder;
    const isGone = await goneHolders(deps, known === holder ? [] : [known]);
    const now = clock.now();
    const { answer: other } = await decide(ledger, stream, MACHINE, (seen) =>
      takeMachine(seen.state, { holder, by, requirement_id, now, isGone }),
    );
    if (other === null) {
      since = new Date(now).toISOString();
      break;
    }
    const text = toldHold(other);
    const left = end - clock.now();
    if (left <= 0) return { kind: "driven", by: text };
    if (told !== text) messages.tell({ kind: "note", text: `waits: ${text}` });
    told = text;
    await pause.sleep(Math.min(LOOK_MS, left));
  }
  const keep = async (forMs: number): Promise<boolean> => {
    const { answer } = await decide(ledger, stream, MACHINE, ({ state }) =>
      keepMachine(state, { holder, since } satisfies Pick<MachineHold, "holder" | "since">, {
        now: clock.now(),
        forMs,
      }),
    );
    return answer;
  };
  try {
    const result = await whileKeeping(
      deps,
      () => keep(MACHINE_LEASE_MS),
      () => use({ isOurs: () => keep(MACHINE_LEASE_MS) }),
    );
    return { kind: "used", result };
  } finally {
    await attempt(deps, false, () => keep(0));
  }
}

/**
 * Says again and again that the machine is still driven, until the work has ended. Where that cannot be said, the work goes on
 * and it is said the next time: whose the machine is at the end, `isOurs` tells.
 */
async function whileKeeping<Result>(
  { pause, ...deps }: MachineDeps,
  keep: () => Promise<boolean>,
  work: () => Promise<Result>,
): Promise<Result> {
  const ended = work().then(
    (result) => ({ kind: "done", result }) as const,
    (error: unknown) => ({ kind: "failed", error }) as const,
  );
  for (;;) {
    const first = await Promise.race([ended, pause.sleep(BEAT_MS)]);
    if (first?.kind === "failed") throw first.error;
    if (first?.kind === "done") return first.result;
    await attempt(deps, false, keep);
  }
}
