import type { Method } from "../plan/method.ts";
import { artifactKey } from "./artifact-key.ts";
import { WAY_OUT } from "./decisions/way-out.ts";
import type { GateBlocker } from "./gate.ts";
import { nameOf } from "./gate-blocker.ts";
import type { RowInGate } from "./gate-rows.ts";
import { methodOf } from "./method-of.ts";
import type { ArtifactHandle, QaRun } from "./qa-run.ts";
import { evidenceOf, isAgents } from "./qualify.ts";
import type { Clause } from "./success-policy.ts";

/** What can be read of the artifacts that a gate rests on, by {@link artifactKey}; one that is not there was not looked at. */
export type ReadableEvidence = ReadonlyMap<string, boolean>;

/** A satisfied row whose pass rests on evidence, and the runs that may carry it: one is enough. */
interface Resting {
  readonly row: RowInGate["row"];
  readonly isBrowser: boolean;
  readonly runs: readonly {
    readonly run: QaRun;
    readonly artifacts: QaRun["artifacts"];
    /** Whether there is anything to look at, be it what the runner reported. */
    readonly isThere: boolean;
  }[];
}

/** Where the artifacts are that a gate rests on: what has to be looked at before it is asked. Pure. */
export function handlesOf(due: readonly RowInGate[], methods?: readonly Method[]): readonly ArtifactHandle[] {
  const handles = restingRows(due, methods).flatMap(({ runs }) =>
    runs.flatMap(({ artifacts }) => artifacts.map(({ handle }) => handle)),
  );
  return [...new Map(handles.map((handle) => [artifactKey(handle), handle])).values()];
}

/**
 * Looks at the evidence of rows that are satisfied: that it is there, can be read, and, of a browser, is of the head. What
 * fails first ends the looking. Pure.
 */
export function judgeEvidence(
  due: readonly RowInGate[],
  evidence: ReadableEvidence,
  head: string | null,
  methods?: readonly Method[],
): { readonly clauses: readonly Clause[]; readonly blockers: readonly GateBlocker[] } {
  let rows = restingRows(due, methods);
  const clauses: Clause[] = [];
  const blockers: GateBlocker[] = [];
  for (const { clause, asks, holds, why } of stagesOf(evidence, head)) {
    const asked = rows.filter(asks);
    if (blockers.length > 0 || asked.length === 0) {
      clauses.push({
        clause,
        outcome: "not_evaluated",
        seen: blockers.length > 0 ? "" : "nothing to look at",
      });
      continue;
    }
    const left = new Map(asked.map((one) => [one, one.runs.filter(holds)]));
    const failing = asked.filter((one) => left.get(one)?.length === 0);
    blockers.push(...failing.map((one) => blockerOf(one, why)));
    rows = rows.map((one) => ({ ...one, runs: left.get(one) ?? one.runs }));
    clauses.push({
      clause,
      outcome: failing.length === 0 ? "passed" : "failed",
      seen: `${asked.length - failing.length} of ${asked.length}`,
    });
  }
  return { clauses, blockers };
}

type Held = Resting["runs"][number];

interface Stage {
  readonly clause: string;
  /** Whether the stage looks at the row. */
  asks(row: Resting): boolean;
  holds(run: Held): boolean;
  readonly why: string;
}

function stagesOf(evidence: ReadableEvidence, head: string | null): readonly Stage[] {
  return [
    {
      clause: "evidence of browser cases is there",
      asks: ({ isBrowser }) => isBrowser,
      holds: ({ isThere }) => isThere,
      why: "passed in a browser and left no evidence",
    },
    {
      clause: "artifacts can be read",
      asks: ({ runs }) => runs.some(({ artifacts }) => artifacts.length > 0),
      holds: ({ artifacts }) => artifacts.every(({ handle }) => evidence.get(artifactKey(handle)) === true),
      why: "rests on artifacts that cannot be read here",
    },
    {
      clause: "evidence of browser cases is of the head",
      asks: ({ isBrowser }) => isBrowser && head !== null,
      holds: ({ run }) => run.raw_result.code_identity?.sha === head,
      why: `has no evidence of the head ${head?.slice(0, 12)}`,
    },
  ];
}

function blockerOf({ row, runs }: Resting, why: string): GateBlocker {
  return {
    code: "GATE_QA_EVIDENCE",
    requirement_id: row.id,
    qa_run_id: runs.at(-1)?.run.id ?? null,
    why: `${nameOf(row)} ${why}`,
    recover: WAY_OUT.prove(row),
  };
}

/** Rows of browser cases, and those that only agents judged. */
function restingRows(due: readonly RowInGate[], methods: readonly Method[] = []): readonly Resting[] {
  return due
    .filter(({ standing }) => standing.word === "satisfied")
    .flatMap(({ row, runs, standing }): Resting[] => {
      const kinds = [
        ...(methodOf(row, methods)?.required_capability_kinds ?? []),
        ...row.capability_requirements,
      ];
      const isBrowser = kinds.includes("browser-control");
      // Evidence is asked of what an agent judged: most rows have nothing of the kind, and are not looked at further.
      if (!isBrowser && !runs.some(isAgents)) return [];
      const counting = runs.filter(({ id }) => standing.qualifying.includes(id));
      const passes = counting.filter(({ verdict }) => verdict === "pass");
      const carrying = passes.length > 0 ? passes : counting;
      if (!isBrowser && !carrying.every(isAgents)) return [];
      const byId = new Map(runs.map((run) => [run.id, run]));
      const held = carrying.map((run) => {
        const artifacts = evidenceOf(run, byId);
        const isReported = run.decided_by === "code" && Object.keys(run.raw_result.values).length > 0;
        return { run, artifacts, isThere: artifacts.length > 0 || isReported };
      });
      return [{ row, isBrowser, runs: held }];
    });
}
