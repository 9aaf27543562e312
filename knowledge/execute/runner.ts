import type { Step } from "../evidence/test-case.ts";
import type { Method, RunnerId } from "../plan/method.ts";
import type { Deps } from "../ports/deps.ts";
import type { QaArtifact, QaVerdict, RawResult } from "../qa/qa-run.ts";
import type { Requirement } from "../qa/requirement.ts";

/** What carries out the cases of its methods: one constant in a file of its own, and a line in `runners/index.ts`. */
export interface CaseRunner {
  readonly id: RunnerId;
  /** True where the model of the settings reviews what was captured, at once. */
  readonly isJudgedByModel?: true;
  /**
   * Whether the case can be carried out here and now, before anything of it is. Errors: those of the ports; they mean that
   * nobody can tell.
   */
  prepare(ports: RunnerPorts, given: CaseGiven): Promise<Prepared>;
}

export type RunnerPorts = Pick<
  Deps,
  "browserDriver" | "caseCommands" | "configFile" | "forge" | "journal" | "records" | "repository"
>;

/** A case as it is carried out. */
export interface CaseGiven {
  readonly row: Requirement;
  readonly method: Method;
  /** As the contract of the method has it: checked before. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Where what is tested is served, or null. */
  readonly baseUrl: string | null;
  /** Whole commit id that is checked out, or null. */
  readonly sha: string | null;
}

export type Prepared =
  | { readonly kind: "ready"; carryOut(): Promise<CarriedOut> }
  /** Something that it needs is not there: it is not carried out, and nobody has to judge it. */
  | { readonly kind: "blocked"; readonly why: string; readonly recover: string }
  /** Somebody else is not done yet. */
  | { readonly kind: "waiting"; readonly why: string; readonly recover: string };

/** What carrying a case out came to; its texts are masked by who records them. */
export interface CarriedOut {
  /** Null: it waits for somebody to judge it. `error`: it could not be carried out to its end. */
  readonly verdict: QaVerdict | null;
  readonly reason: string | null;
  /** Small facts of the run; JSON. */
  readonly values: RawResult["values"];
  readonly sign_in: RawResult["sign_in"];
  readonly artifacts: readonly Captured[];
  /** What was done and checked, for learning; empty where nothing is learned. */
  readonly steps: readonly Step[];
  /** Steps that bear on what tests of these anchors taught, such as another way to the same element. */
  readonly corrections: readonly { readonly test: string; readonly step: Step }[];
}

/** Something that a run leaves behind. */
export interface Captured {
  readonly artifact_kind: QaArtifact["artifact_kind"];
  /** File's name. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly description: string;
}

/** What a runner reports where it has little to say. */
export const NOTHING_BESIDE: Omit<CarriedOut, "verdict" | "reason"> = {
  values: {},
  sign_in: null,
  artifacts: [],
  steps: [],
  corrections: [],
};
