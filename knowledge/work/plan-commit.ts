import type { AttemptPlace } from "../change/change-events.ts";
import type { ChangeRun } from "../change/change-state.ts";
import type { PlannedEffect } from "../change/planned-effect.ts";
import type { Verdict } from "../change/step-verdict.ts";
import type { Scene } from "../engineer/scene.ts";
import { testCommitMessage } from "../engineer/telling/commit-message.ts";
import type { FileEdit } from "../ports/change-branch.ts";
import type { Deps } from "../ports/deps.ts";
import { effectKey } from "../telling/mark.ts";
import { putText } from "./effect-text.ts";
import { secretKey } from "./plan-effects.ts";

export interface TestCommit {
  readonly verdict: Extract<Verdict, { readonly word: "TEST CHANGED" | "CHANGED" }>;
  /** Whole new texts of test files, against `parent`. */
  readonly edits: readonly FileEdit[];
  readonly parent: string;
}

/** The commit of an attempt's test files, on the head that it began on. Errors: artifacts_unavailable. */
export async function planCommit(
  { artifacts }: Pick<Deps, "artifacts">,
  { run, step, round, attempt }: AttemptPlace,
  { change, secret }: Pick<ChangeRun, "change" | "secret">,
  scene: Scene,
  { verdict, edits, parent }: TestCommit,
): Promise<PlannedEffect> {
  const key = secretKey(
    effectKey(change.repository, change.number, run, step, round, attempt, "commit"),
    secret,
  );
  return {
    what: "commit",
    key,
    parent,
    edits: await putText(artifacts, JSON.stringify(edits)),
    message: testCommitMessage(verdict, key, scene),
  };
}
