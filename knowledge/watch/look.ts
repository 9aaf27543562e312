import { checksOf } from "../ci/checks-of.ts";
import { maskCheck } from "../ci/mask-check.ts";
import { AssayError } from "../errors.ts";
import type { DefaultBranch } from "../ports/ci-feed.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { closedIssues } from "../text/closed-issues.ts";
import type { IssueSight, MergedChange, Observation, Question } from "./observation.ts";

export type LookDeps = Pick<Deps, "ciFeed" | "forge">;

export interface LookRules {
  /** Host of the forge's pages. */
  readonly host: string;
  /** Masks the names of checks before they are kept. */
  readonly mask: SecretMask;
  /** The issues that began a change, as its runs have noted them. */
  readonly begunBy: (repository: RepositoryName, change: number) => Promise<readonly number[]>;
}

/** What was seen, with the answers to the questions. Errors: those of the forge. */
export async function lookFurther(
  deps: LookDeps,
  sight: Observation,
  questions: readonly Question[],
  rules: LookRules,
): Promise<Observation> {
  const { head } = sight;
  if (head.kind !== "branch") return sight;
  const { repository, commit } = head;
  const checksAt = async (tip: string) =>
    checksOf(await deps.forge.reports(repository, tip)).map((check) => maskCheck(check, rules.mask));
  let seen = sight;
  for (const question of questions) {
    switch (question.ask) {
      case "checks":
        seen = { ...seen, checks: await checksAt(commit) };
        break;
      case "tip": {
        const checks = await orIfGone(checksAt(question.commit), []);
        seen = { ...seen, tips: { ...seen.tips, [question.commit]: checks } };
        break;
      }
      case "relation": {
        const { before } = question;
        const relation = await deps.ciFeed.relation(repository, before, commit);
        seen = { ...seen, relations: { ...seen.relations, [before]: relation } };
        break;
      }
      case "issue": {
        const { issue } = question;
        seen = { ...seen, issues: { ...seen.issues, [issue]: await readIssue(deps, repository, issue) } };
        break;
      }
      case "merged": {
        const { after, until } = question;
        const changes = await readMerged(deps, head, { after, until }, rules);
        seen = { ...seen, merged: { after, until, changes } };
        break;
      }
    }
  }
  return seen;
}

/** An issue that is there no more is as good as closed long ago. */
async function readIssue(
  { forge }: Pick<Deps, "forge">,
  repository: RepositoryName,
  number: number,
): Promise<IssueSight> {
  const seen = forge.issue(repository, number).then(({ state, closedAt }) => ({ state, closedAt }));
  return orIfGone(seen, { state: "closed", closedAt: null });
}

/** After history was rewritten, the commit to begin from may be there no more: then nothing is known to have come in. */
async function readMerged(
  { forge }: Pick<Deps, "forge">,
  { asked, repository }: Extract<DefaultBranch, { readonly kind: "branch" }>,
  range: { readonly after: string; readonly until: string },
  { host, begunBy }: LookRules,
): Promise<readonly MergedChange[]> {
  const changes = await orIfGone(forge.mergedSince(repository, range), []);
  const names = [...new Set([repository, asked])];
  return Promise.all(
    changes.map(async ({ number, body }) => {
      const begun = await Promise.all(names.map((name) => begunBy(name, number)));
      const said = names.flatMap((name) => closedIssues(body, name, host));
      return { number, closes: [...new Set([...begun.flat(), ...said])] };
    }),
  );
}

async function orIfGone<Value>(read: Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof AssayError && error.code === "forge_missing") return otherwise;
    throw error;
  }
}
