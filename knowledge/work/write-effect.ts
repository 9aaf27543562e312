import type { ChangeRun } from "../change/change-state.ts";
import type { PlannedEffect } from "../change/planned-effect.ts";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { checkoutHere } from "../run/checkout.ts";
import { type QueuedCaution, queueCaution } from "../run/queue-caution.ts";
import { getText } from "./effect-text.ts";
import type { EffectEnd } from "./effects/effect-end.ts";
import { findComment, writeComment } from "./effects/write-comment.ts";
import { writeCommit } from "./effects/write-commit.ts";
import { findIssue, writeIssue } from "./effects/write-issue.ts";

export type EffectDeps = Pick<
  Deps,
  | "artifacts"
  | "changeBranch"
  | "clock"
  | "configFile"
  | "forge"
  | "ledger"
  | "mode"
  | "repository"
  | "secrets"
  | "webhook"
>;

/** What is known of an effect before it is carried out. */
export interface EffectPlace {
  /** When a process began with it before, ISO 8601, or null. */
  readonly begunAt: string | null;
  /** Whether the change is open. */
  readonly isOpen: boolean;
}

/**
 * Whether an effect has been carried out already, by a process that did not tell or by another change; `later` where
 * that is not to be told yet, null where it is to be carried out. Writes nothing. Errors: those of the forge.
 */
export async function findEffect(
  deps: Pick<Deps, "forge" | "clock">,
  run: ChangeRun,
  effect: PlannedEffect,
  { begunAt }: Pick<EffectPlace, "begunAt">,
): Promise<EffectEnd | null> {
  const repository = run.change.repository as RepositoryName;
  if (effect.what === "issue") return findIssue(deps, repository, effect, begunAt);
  if (effect.what === "comment" && begunAt !== null) return findComment(deps, repository, effect, begunAt);
  // It has no list to look into: rather told once too little than twice.
  return effect.what === "webhook" && begunAt !== null ? { kind: "done", url: null } : null;
}

/** Carries out one effect that was not found. Errors: those of what it writes to; then it is tried again later. */
export async function writeEffect(
  deps: EffectDeps,
  run: ChangeRun,
  effect: PlannedEffect,
  { isOpen }: Pick<EffectPlace, "isOpen">,
): Promise<EffectEnd> {
  const repository = run.change.repository as RepositoryName;
  switch (effect.what) {
    case "comment":
      return writeComment(deps, repository, effect, run.done);
    case "issue":
      return writeIssue(deps, repository, effect);
    case "commit":
      return writeCommit(deps, run.change, effect, isOpen);
    case "label":
      await deps.forge.label(repository, effect.on, effect.labels);
      return { kind: "done", url: null };
    case "assign":
      await deps.forge.assign(repository, effect.on, effect.people);
      return { kind: "done", url: null };
    case "caution": {
      const told = JSON.parse(await getText(deps.artifacts, effect.evidence)) as Pick<
        QueuedCaution,
        "job" | "failures"
      >;
      const { number, headBranch: branch } = run.change;
      const title = `${repository}#${number}: ${told.job}`;
      const checkout = await checkoutHere(deps);
      await queueCaution(deps, { ...told, key: effect.key, at: run.at, branch, title, checkout });
      return { kind: "done", url: null };
    }
    case "webhook": {
      const { webhook: url } = await readConfig(deps.configFile);
      if (url !== null) await deps.webhook.post(url, JSON.parse(await getText(deps.artifacts, effect.body)));
      return { kind: "done", url: null };
    }
  }
}
