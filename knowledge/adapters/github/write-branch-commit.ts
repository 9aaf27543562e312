import { AssayError } from "../../errors.ts";
import type { CommitOutcome, NewBranchCommit } from "../../ports/request-branch.ts";
import { refuseBranch } from "../git/refuse-branch.ts";
import { askBranch } from "./ask-branch.ts";
import { askQuery, queryError } from "./ask-query.ts";
import type { Place } from "./github-clients.ts";

const COMMIT = `mutation Commit($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`;

/**
 * Makes one commit on a branch of ours, by whoever owns the token, so that GitHub signs it. A branch that an
 * interrupted run left at `base` is taken up. Errors: also branch_refused, before anything is asked and again by what
 * the forge says is the default branch.
 */
export async function writeBranchCommit(place: Place, wanted: NewBranchCommit): Promise<CommitOutcome> {
  const { branch, head, base, title, body, files } = wanted;
  refuseBranch(`${place.owner}/${place.repo}`, branch, null);
  const { repository, defaultBranch, branch: tip } = await askBranch(place, branch);
  refuseBranch(repository, branch, defaultBranch?.name ?? null);
  const expected = head ?? base;
  if (tip !== expected && !(head === null && tip === null)) return { kind: "stale" };
  if (tip === null) await makeBranch(place, branch, base);
  const { data, errors } = await askQuery(place, {
    text: COMMIT,
    variables: {
      input: {
        branch: { repositoryNameWithOwner: repository, branchName: branch },
        expectedHeadOid: expected,
        message: { headline: title, body },
        fileChanges: {
          additions: files.flatMap(({ path, text }) =>
            text === null ? [] : [{ path, contents: Buffer.from(text, "utf8").toString("base64") }],
          ),
          deletions: files.flatMap(({ path, text }) => (text === null ? [{ path }] : [])),
        },
      },
    },
    writes: true,
  });
  const [error] = errors;
  // A branch that is gone, or not seen yet by where GitHub looks, is to be read again as one that moved.
  if (error?.type === "STALE_DATA" || error?.type === "NOT_FOUND") return { kind: "stale" };
  const asked = `a commit on ${branch} of ${repository}`;
  if (error !== undefined) throw queryError(place, asked, error);
  const made = data.createCommitOnBranch as { readonly commit?: { readonly oid: string } | null } | null;
  if (made?.commit != null) return { kind: "committed", commit: made.commit.oid };
  throw new AssayError("forge_refused", { host: place.host, asked, reason: "it tells of no commit" });
}

/** Another process may have made it meanwhile: where it stands is looked at when the commit is made. */
async function makeBranch({ client, owner, repo }: Place, branch: string, base: string): Promise<void> {
  try {
    await client.request("POST /repos/{owner}/{repo}/git/refs", {
      owner,
      repo,
      ref: `refs/heads/${branch}`,
      sha: base,
    });
  } catch (error) {
    const isThere =
      error instanceof AssayError &&
      error.code === "forge_refused" &&
      /already exists/i.test(String(error.data.reason));
    if (!isThere) throw error;
  }
}
