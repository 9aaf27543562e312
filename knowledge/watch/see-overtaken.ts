import type { DefaultBranch } from "../ports/ci-feed.ts";
import { checkKeys, passedKeys } from "./check-keys.ts";
import { decideAnswers } from "./decide-answers.ts";
import type { Draft } from "./draft.ts";
import type { Observation, Question } from "./observation.ts";
import { recover } from "./recover.ts";
import { tipOutcome } from "./tip-outcome.ts";

/** Milliseconds after a tip was seen first in which the end of its CI is waited for once it was overtaken. */
const PATIENCE = 3 * 60 * 60_000;

/**
 * Reads the tips that were overtaken while CI ran there, until it has ended: the newest one that passed or failed is
 * told of as if it were the tip still, but for checks that pass at the tip by now. Gives what has to be read before that.
 */
export function seeOvertaken(
  draft: Draft,
  sight: Observation,
  head: Extract<DefaultBranch, { readonly kind: "branch" }>,
  noCiAfterSeconds: number,
): readonly Question[] {
  const { now, at } = draft;
  const { overtaken } = draft.state;
  const missing = overtaken.filter(({ commit }) => sight.tips[commit] === undefined);
  if (missing.length > 0) return missing.map(({ commit }) => ({ ask: "tip", commit }));
  const tips = overtaken.map((tip) => {
    const checks = sight.tips[tip.commit] ?? [];
    const since = Date.parse(tip.since);
    return { ...tip, checks, outcome: tipOutcome(checks, { since, now, noCiAfterSeconds }) };
  });
  const last = tips.findLastIndex(({ outcome }) => outcome === "passed" || outcome === "failed");
  const told = tips[last];
  if (told !== undefined) draft.add("tip.read", { at, commit: told.commit, outcome: told.outcome });
  for (const { commit, since, outcome } of tips.slice(last + 1))
    if (outcome !== "running" || now - Date.parse(since) >= PATIENCE)
      draft.add("tip.read", { at, commit, outcome });
  if (told === undefined) return [];
  recover(draft, told.commit, told.outcome, told.checks);
  if (told.outcome !== "failed") return [];
  const passed = passedKeys(sight.checks ?? []);
  const failed = checkKeys(told.checks).failed.filter((check) => !passed.has(check));
  return decideAnswers(draft, sight, { ...head, commit: told.commit }, failed);
}
