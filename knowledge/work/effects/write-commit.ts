import type { ChangeIdentity } from "../../change/change-events.ts";
import type { PlannedEffect } from "../../change/planned-effect.ts";
import { keyInCommit } from "../../engineer/telling/commit-message.ts";
import { AssayError } from "../../errors.ts";
import type { FileEdit } from "../../ports/change-branch.ts";
import type { Deps } from "../../ports/deps.ts";
import type { RepositoryName } from "../../ports/forge.ts";
import { getText } from "../effect-text.ts";
import { remoteFor } from "../remote-for.ts";
import type { EffectEnd } from "./effect-end.ts";

type CommitDeps = Pick<Deps, "forge" | "artifacts" | "changeBranch">;

/**
 * Commits the edits of an attempt on the change's branch, unless a commit with the key is there, or the branch stands
 * at another commit than the one that they were made for, or the change is open no more. Gives the commit's hash.
 * Errors: those of the forge, git and the artifacts.
 */
export async function writeCommit(
  deps: CommitDeps,
  change: ChangeIdentity,
  effect: Extract<PlannedEffect, { what: "commit" }>,
  isOpen: boolean,
): Promise<EffectEnd> {
  const remote = await remoteFor(deps, change.headRepository, change.host);
  const tip = async () => (await deps.changeBranch.fetch(remote, [change.headBranch]))[0] ?? effect.parent;
  let before: string;
  try {
    before = await tip();
  } catch (error) {
    // With the change its branch may be gone.
    if (isOpen || !(error instanceof AssayError) || error.code !== "remote_unavailable") throw error;
    return { kind: "moved" };
  }
  if (before !== effect.parent) {
    const end = await found(deps, effect, before);
    return end.kind === "moved" && isOpen ? disagreement(deps, change, effect, before) : end;
  }
  if (!isOpen) return { kind: "moved" };
  const edits = JSON.parse(await getText(deps.artifacts, effect.edits)) as FileEdit[];
  const target = { remote, branch: change.headBranch, parent: effect.parent };
  try {
    return { kind: "done", url: await deps.changeBranch.commit(target, edits, effect.message) };
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== "head_moved") throw error;
    return found(deps, effect, await tip());
  }
}

/**
 * The branch stands elsewhere in git. Where the forge still tells the commit that the edits were made for, one of them is
 * late, or the clone's remote is another repository: then nothing is to be begun anew yet.
 */
async function disagreement(
  { forge }: Pick<Deps, "forge">,
  { repository, number, headBranch }: ChangeIdentity,
  { parent }: Extract<PlannedEffect, { what: "commit" }>,
  tip: string,
): Promise<EffectEnd> {
  const { head } = await forge.change(repository as RepositoryName, number);
  if (head.commit !== parent) return { kind: "moved" };
  throw new AssayError("branch_disagrees", {
    branch: headBranch,
    git: tip.slice(0, 12),
    forge: parent.slice(0, 12),
  });
}

/** The commit with the key among those that came after the parent. */
async function found(
  { changeBranch }: Pick<Deps, "changeBranch">,
  { key, parent }: Extract<PlannedEffect, { what: "commit" }>,
  until: string,
): Promise<EffectEnd> {
  const commits = await changeBranch.log(parent, until);
  const ours = commits.find(({ message }) => keyInCommit(message) === key);
  return ours === undefined ? { kind: "moved" } : { kind: "done", url: ours.commit };
}
