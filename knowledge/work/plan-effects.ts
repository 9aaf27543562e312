import { createHash } from "node:crypto";
import type { ChangeRun } from "../change/change-state.ts";
import type { DecidedEffect, PlannedEffect } from "../change/planned-effect.ts";
import type { Deps } from "../ports/deps.ts";
import { markOf } from "../telling/mark.ts";
import { putText } from "./effect-text.ts";

/**
 * Effects as they stand in an event of a run: texts stored as artifacts, and the keys of comments made unguessable, so
 * that nobody can write a mark beforehand and thereby keep the comment from being written. The key of an issue is the
 * same from every change that meets its failure, so anybody can guess it: every issue bears a label, only among issues
 * of that label is it looked for, and an outsider's is none of ours. Errors: artifacts_unavailable.
 */
export async function planEffects(
  { artifacts }: Pick<Deps, "artifacts">,
  effects: readonly DecidedEffect[],
  run: Pick<ChangeRun, "secret">,
): Promise<PlannedEffect[]> {
  const planned: PlannedEffect[] = [];
  for (const effect of effects) {
    const kept = effect.what === "comment" ? withSecretKey(effect, run.secret) : effect;
    if ("body" in kept) planned.push({ ...kept, body: await putText(artifacts, kept.body) });
    else if ("evidence" in kept) planned.push({ ...kept, evidence: await putText(artifacts, kept.evidence) });
    else planned.push(kept);
  }
  return planned;
}

type CommentEffect = Extract<DecidedEffect, { readonly what: "comment" }>;

function withSecretKey(effect: CommentEffect, secret: string): CommentEffect {
  const mark = markOf(effect.key);
  const told = effect.body.endsWith(mark) ? effect.body.slice(0, -mark.length) : effect.body;
  const key = secretKey(effect.key, secret);
  return { ...effect, key, body: `${told}${markOf(key)}` };
}

/** A key with a part that only the run's ledger tells. */
export function secretKey(key: string, secret: string): string {
  return `${key}/${createHash("sha256").update(`${secret}\n${key}`).digest("hex").slice(0, 16)}`;
}
