import { createHash } from "node:crypto";
import type { ChangeRun } from "../change/change-state.ts";
import type { PlannedEffect } from "../change/planned-effect.ts";
import { markOf } from "../engineer/effect-key.ts";
import type { PlannedEffect as EngineerEffect } from "../engineer/planned-effect.ts";
import type { Deps } from "../ports/deps.ts";
import { putText } from "./effect-text.ts";

/**
 * Effects as they stand in an event of a run: texts stored as artifacts, and the keys of comments made unguessable, so
 * that nobody can write a mark beforehand and thereby keep the comment from being written. The key of an issue is the
 * same from every change that meets its failure, so anybody can guess it: every issue bears a label, which only those
 * can give who may triage, and only among issues of that label is it looked for. Errors: artifacts_unavailable.
 */
export async function planEffects(
  { artifacts }: Pick<Deps, "artifacts">,
  effects: readonly EngineerEffect[],
  run: Pick<ChangeRun, "change" | "secret">,
): Promise<PlannedEffect[]> {
  const on = run.change.number;
  const planned: PlannedEffect[] = [];
  for (const effect of effects) {
    const { key } = effect;
    switch (effect.what) {
      case "comment": {
        const secret = secretKey(key, run.secret);
        const told = effect.body.endsWith(markOf(key))
          ? effect.body.slice(0, -markOf(key).length)
          : effect.body;
        const body = await putText(artifacts, `${told}${markOf(secret)}`);
        planned.push({ what: "comment", key: secret, on, body });
        break;
      }
      case "issue": {
        const { title, labels } = effect;
        planned.push({ what: "issue", key, title, labels, body: await putText(artifacts, effect.body) });
        break;
      }
      case "label":
        planned.push({ what: "label", key, on, labels: effect.labels });
        break;
      case "assign":
        planned.push({ what: "assign", key, on, people: effect.people });
        break;
      case "webhook":
        planned.push({
          what: "webhook",
          key,
          body: await putText(artifacts, JSON.stringify(effect.payload)),
        });
        break;
      case "caution": {
        const { job, failures } = effect;
        planned.push({
          what: "caution",
          key,
          evidence: await putText(artifacts, JSON.stringify({ job, failures })),
        });
        break;
      }
    }
  }
  return planned;
}

/** A key with a part that only the run's ledger tells. */
export function secretKey(key: string, secret: string): string {
  return `${key}/${createHash("sha256").update(`${secret}\n${key}`).digest("hex").slice(0, 16)}`;
}
