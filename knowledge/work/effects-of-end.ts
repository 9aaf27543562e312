import { currentStep } from "../change/change-run.ts";
import type { ChangeRun } from "../change/change-state.ts";
import type { MoveEvent } from "../change/move.ts";
import type { DecidedEffect } from "../change/planned-effect.ts";
import type { Config } from "../config/config.ts";
import { planEscalation } from "../engineer/telling/plan-escalation.ts";
import type { Deps } from "../ports/deps.ts";
import type { Sight } from "./observe-change.ts";
import { sceneOf } from "./scene-of.ts";

/** What a person is asked where a step ends with them for this reason; null where they were told before. */
const QUESTIONS: Readonly<Record<string, string>> = {
  "returns-spent":
    "The change was sent back as often as it may be, and its code still has to change. Who takes it on?",
  "finding-for-person": "The code of this change has to change; the finding is above. Will you take it on?",
};

/**
 * What is written outside when a step ends: a person is called, once, where the run ends with them and the engineer's
 * own words have not called them already. Errors: those of the forge; secrets_unreadable.
 */
export async function effectsOfEnd(
  deps: Pick<Deps, "forge" | "secrets">,
  run: ChangeRun,
  events: readonly MoveEvent[],
  { config, sight }: { readonly config: Config; readonly sight: Sight },
): Promise<readonly DecidedEffect[]> {
  const ended = events.find((event) => event.type === "step.ended");
  const toPerson = events.some((event) => event.type === "run.ended" && event.outcome === "person");
  if (ended === undefined || !toPerson) return [];
  const attempt = currentStep(run)?.round.attempts.at(-1);
  const { verdict } = ended;
  // The engineer's own question was asked with its attempt.
  const isTold =
    verdict.word === "BLOCKED" &&
    attempt?.isVoid === false &&
    JSON.stringify(attempt.ended?.verdict) === JSON.stringify(verdict);
  if (isTold) return [];
  const own = QUESTIONS[ended.why] ?? "";
  const asked = verdict.word === "BLOCKED" ? verdict.question : "";
  const place = { run: run.run, step: ended.step, round: ended.round };
  const scene = await sceneOf(deps, run, place, { config, base: sight.change.base.branch });
  return planEscalation("blocked", [own, asked].filter((text) => text !== "").join(" "), [], scene);
}
