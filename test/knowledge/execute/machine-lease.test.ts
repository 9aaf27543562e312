import { describe, expect, test } from "vitest";
import {
  drivesMachine,
  keepMachine,
  MACHINE,
  MACHINE_LEASE_MS,
  type MachineAsk,
  type MachineState,
  machineStream,
  takeMachine,
  toldHold,
} from "../../../knowledge/execute/machine-lease.ts";
import { exploratoryMission } from "../../../knowledge/plan/methods/exploratory-mission.ts";
import { manual } from "../../../knowledge/plan/methods/manual.ts";
import { terminalCheck } from "../../../knowledge/plan/methods/terminal-check.ts";
import type { LedgerEvent } from "../../../knowledge/ports/ledger.ts";

const NOW = Date.UTC(2027, 0, 4, 9);
const SINCE = new Date(NOW).toISOString();
const FREE = MACHINE.initial;

function ask(columns: Partial<MachineAsk> = {}): MachineAsk {
  return {
    holder: "desk/1/aa",
    by: "operator",
    requirement_id: "SHOP-1/req-1",
    now: NOW,
    isGone: () => false,
    ...columns,
  };
}

function told(state: MachineState, events: readonly LedgerEvent[]): MachineState {
  return events.reduce(
    (folded, event, index) =>
      MACHINE.apply(folded, { ...event, stream: "machine/desk", seq: index + 1, at: NOW }),
    state,
  );
}

function driven(columns: Partial<MachineAsk> = {}): MachineState {
  const { events, answer } = takeMachine(FREE, ask(columns));
  expect(answer).toBeNull();
  return told(FREE, events);
}

const OTHER = { holder: "desk/2/bb", requirement_id: "SHOP-1/req-2" };

describe("a machine", () => {
  test("is driven by one at a time, who is told by name, with what for and since when", () => {
    const { events, answer } = takeMachine(driven(), ask(OTHER));
    expect(events).toEqual([]);
    expect(answer && toldHold(answer)).toBe(
      `the test machine is driven by operator (desk/1/aa) for SHOP-1/req-1, since ${SINCE}`,
    );
    // The process that drives it does nothing else with it meanwhile either.
    expect(
      takeMachine(driven(), ask({ requirement_id: "SHOP-1/req-2", now: NOW + 1 })).answer,
    ).not.toBeNull();
  });

  test("is free once its holder gave it back, runs no more, or was not heard of for the length of a lease", () => {
    const hold = { holder: "desk/1/aa", since: SINCE };
    const given = keepMachine(driven(), hold, { now: NOW + 5, forMs: 0 });
    expect(given.answer).toBe(true);
    expect(takeMachine(told(driven(), given.events), ask({ ...OTHER, now: NOW + 5 })).answer).toBeNull();
    expect(
      takeMachine(driven(), ask({ ...OTHER, isGone: (name) => name === "desk/1/aa" })).answer,
    ).toBeNull();
    const last = NOW + MACHINE_LEASE_MS - 1;
    expect(takeMachine(driven(), ask({ ...OTHER, now: last })).answer).not.toBeNull();
    expect(takeMachine(driven(), ask({ ...OTHER, now: last + 1 })).answer).toBeNull();
    const kept = told(driven(), keepMachine(driven(), hold, { now: last, forMs: MACHINE_LEASE_MS }).events);
    expect(takeMachine(kept, ask({ ...OTHER, now: last + 1 })).answer).not.toBeNull();
  });

  test("once taken over is not kept by who had it, who is told so", () => {
    const taken = driven({ ...OTHER, now: NOW + MACHINE_LEASE_MS });
    const late = { now: NOW + MACHINE_LEASE_MS + 1, forMs: MACHINE_LEASE_MS };
    expect(keepMachine(taken, { holder: "desk/1/aa", since: SINCE }, late)).toEqual({
      events: [],
      answer: false,
    });
    // Taken again by the same process, it is another holding.
    expect(keepMachine(driven({ now: NOW + 1 }), { holder: "desk/1/aa", since: SINCE }, late).answer).toBe(
      false,
    );
    const stray = { type: "machine.kept", v: 1, data: { holder: "desk/1/aa", until: SINCE } };
    expect(told(taken, [stray, { ...stray, v: 2 }, { ...stray, type: "machine.painted" }])).toEqual(taken);
    expect(told(FREE, [stray])).toEqual(FREE);
  });

  test("is that of the host, and asked for by method or case", () => {
    expect(machineStream("desk.example-1a2b3c4d/4711/kz3f")).toBe("machine/desk.example-1a2b3c4d");
    const plain = { capability_requirements: [] };
    expect([terminalCheck, exploratoryMission, manual].map((method) => drivesMachine(plain, method))).toEqual(
      [true, true, false],
    );
    expect(drivesMachine({ capability_requirements: ["docker", "test-machine"] }, undefined)).toBe(true);
  });
});
