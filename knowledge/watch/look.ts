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

/** Repositories whose tips one request asks for. */
const A_REQUEST = 50;

/** The tips of all repositories, or the error that stands in the way of one. */
export type SeenTip =
  | { readonly kind: "seen"; readonly head: DefaultBranch }
  | { readonly kind: "failed"; readonly asked: RepositoryName; readonly error: unknown };

/** The tips of the default branches, in the order asked, by one request for up to fifty; one that fails costs its fifty alone. */
export async function lookAtTips(
  { ciFeed }: Pick<Deps, "ciFeed">,
  repositories: readonly RepositoryName[],
): Promise<readonly SeenTip[]> {
  const seen: SeenTip[] = [];
  for (let at = 0; at < repositories.length; at += A_REQUEST) {
    const asked = repositories.slice(at, at + A_REQUEST);
    try {
      const heads = await ciFeed.heads(asked);
      seen.push(...heads.map((head) => ({ kind: "seen" as const, head })));
    } catch (error) {
      seen.push(...asked.map((name) => ({ kind: "failed" as const, asked: name, error })));
    }
  }
  return seen;
}

export interface LookRules {
  /** Host of the forge's pages. */
  readonly host: string;
  /** Masks the names of checks before they are kept. */
  readonly mask: SecretMask;
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
  let seen = sight;
  for (const question of questions) {
    switch (question.ask) {
      case "checks": {
        const checks = checksOf(await deps.forge.reports(repository, commit));
        seen = { ...seen, checks: checks.map((check) => maskCheck(check, rules.mask)) };
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
        const { after } = question;
        seen = { ...seen, merged: { after, changes: await readMerged(deps, head, after, rules) } };
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
  try {
    const { state, closedAt } = await forge.issue(repository, number);
    return { state, closedAt };
  } catch (error) {
    if (!isGone(error)) throw error;
    return { state: "closed", closedAt: null };
  }
}

/** After history was rewritten, the commit to begin from may be there no more: then nothing is known to have come in. */
async function readMerged(
  { forge }: Pick<Deps, "forge">,
  { asked, repository, commit }: Extract<DefaultBranch, { readonly kind: "branch" }>,
  after: string,
  { host }: LookRules,
): Promise<readonly MergedChange[]> {
  try {
    const changes = await forge.mergedSince(repository, { after, until: commit });
    const names = [...new Set([repository, asked])];
    return changes.map(({ number, body }) => ({
      number,
      closes: [...new Set(names.flatMap((name) => closedIssues(body, name, host)))],
    }));
  } catch (error) {
    if (!isGone(error)) throw error;
    return [];
  }
}

function isGone(error: unknown): boolean {
  return error instanceof AssayError && error.code === "forge_missing";
}
