import type { Config } from "../../config/config.ts";
import type { Owners } from "../../engineer/codeowners.ts";
import { readOwners } from "../../engineer/read-owners.ts";
import type { Deps } from "../../ports/deps.ts";
import type { RepositoryName } from "../../ports/forge.ts";
import type { SecretMask } from "../../record/secret-mask.ts";
import { isFinalRefusal } from "../../telling/is-final-refusal.ts";
import type { FailureAnswer } from "../../watch/watch-events.ts";
import type { FailureState } from "../../watch/watch-state.ts";
import { againComment } from "./again-comment.ts";

export interface AgainWriting {
  readonly repository: RepositoryName;
  readonly failure: FailureState;
  readonly answer: Extract<FailureAnswer, { readonly kind: "comment" | "reopen" }>;
  /** Of the comment's mark. */
  readonly key: string;
  /** The change whose owners are asked; null: those of the files that say how CI runs. */
  readonly suspect: number | null;
  readonly labels: Config["labels"];
  readonly mask: SecretMask;
}

const NOBODY: Owners = { people: [], teams: [] };
/** Stands for the files that say how CI runs. */
const CI_FILE = ".github/workflows/ci.yml";

/**
 * Writes what an issue is told, the comment with the mark last: done again after a stop, all before it changes nothing
 * that is done. Gives the comment's address. Errors: those of the forge.
 */
export async function writeAgain(deps: Pick<Deps, "forge">, writing: AgainWriting): Promise<string> {
  const { forge } = deps;
  const { repository, failure, answer, key, labels, mask } = writing;
  const owners = answer.kind === "reopen" ? await openForPerson(deps, writing, labels) : NOBODY;
  const { url } = await forge.comment(
    repository,
    answer.issue,
    againComment(failure, owners, { telling: { mask }, key }),
  );
  return url;
}

async function openForPerson(
  deps: Pick<Deps, "forge">,
  writing: AgainWriting,
  labels: Config["labels"],
): Promise<Owners> {
  const { forge } = deps;
  const { repository, answer } = writing;
  const { state } = await forge.issue(repository, answer.issue);
  if (state === "closed") await forge.reopenIssue(repository, answer.issue);
  await forge.label(repository, answer.issue, [labels.needsPerson]);
  try {
    const owners = await ownersOf(deps, writing);
    if (owners.people.length > 0) await forge.assign(repository, answer.issue, owners.people);
    return owners;
  } catch (error) {
    // Whom to ask is a courtesy: that nobody can be assigned keeps nothing else from being written.
    if (!isFinalRefusal(error)) throw error;
    return NOBODY;
  }
}

async function ownersOf(
  deps: Pick<Deps, "forge">,
  { repository, failure, suspect }: AgainWriting,
): Promise<Owners> {
  const paths = async () =>
    suspect === null
      ? [CI_FILE]
      : (await deps.forge.changedFiles(repository, suspect)).map(({ path }) => path);
  return readOwners(deps, { repository, at: failure.branch, paths });
}
