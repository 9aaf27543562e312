import type { ChangedFile } from "../git/changed-files.ts";
import type { CommitObject, Signature } from "../git/commits.ts";
import type { GithubState, RepositoryState } from "../state/state.ts";
import { fileShape } from "./file-shape.ts";
import type { Schemas } from "./schemas.ts";
import { userShape } from "./user-shape.ts";

const UNSIGNED = { verified: false, reason: "unsigned", signature: null, payload: null, verified_at: null };

/** A commit as lists and comparisons show it; with its files where they are given. */
export function commitShape(
  state: GithubState,
  repository: RepositoryState,
  commit: CommitObject,
  files?: readonly ChangedFile[],
): Schemas["commit"] {
  const name = `${repository.owner}/${repository.name}`;
  const url = (sha: string): string => `${state.api}/repos/${name}/commits/${sha}`;
  const html = (sha: string): string => `${state.web}/${name}/commit/${sha}`;
  const by = (signature: Signature) => ({
    name: signature.name,
    email: signature.email,
    date: state.clock.iso(signature.at),
  });
  const additions = (files ?? []).reduce((sum, file) => sum + file.additions, 0);
  const deletions = (files ?? []).reduce((sum, file) => sum + file.deletions, 0);
  return {
    sha: commit.sha,
    node_id: `C_${commit.sha}`,
    commit: {
      author: by(commit.author),
      committer: by(commit.committer),
      message: commit.message,
      tree: { sha: commit.tree, url: `${state.api}/repos/${name}/git/trees/${commit.tree}` },
      url: `${state.api}/repos/${name}/git/commits/${commit.sha}`,
      comment_count: 0,
      verification: verificationOf(state, repository, commit),
    },
    url: url(commit.sha),
    html_url: html(commit.sha),
    comments_url: `${url(commit.sha)}/comments`,
    author: accountOf(state, commit.author.email),
    committer: accountOf(state, commit.committer.email),
    parents: commit.parents.map((sha) => ({ sha, url: url(sha), html_url: html(sha) })),
    ...(files === undefined
      ? {}
      : {
          stats: { total: additions + deletions, additions, deletions },
          files: files.map((file) => fileShape(state, repository, commit.sha, file)),
        }),
  };
}

function verificationOf({ clock }: GithubState, { signed }: RepositoryState, commit: CommitObject) {
  if (!signed.has(commit.sha)) return UNSIGNED;
  const verified_at = clock.iso(commit.committer.at);
  return {
    verified: true,
    reason: "valid",
    signature: "-----BEGIN PGP SIGNATURE-----",
    payload: "",
    verified_at,
  };
}

/** Login of the account that an address stands for, or null. */
export function loginOfEmail(email: string): string | null {
  if (email === "noreply@github.com") return "web-flow";
  return /^(?:\d+\+)?(.+)@users\.noreply\.github\.com$/.exec(email)?.[1] ?? null;
}

function accountOf(state: GithubState, email: string): Schemas["simple-user"] | null {
  const login = loginOfEmail(email);
  return login === null ? null : userShape(state, login);
}

/** A commit as the git database shows it. */
export function gitCommitShape(
  state: GithubState,
  repository: RepositoryState,
  commit: CommitObject,
): Schemas["git-commit"] {
  const shape = commitShape(state, repository, commit);
  const { author, committer } = shape.commit;
  const of = (by: typeof author) => ({ date: by?.date ?? "", email: by?.email ?? "", name: by?.name ?? "" });
  return {
    sha: shape.sha,
    node_id: shape.node_id,
    url: shape.commit.url,
    html_url: shape.html_url,
    author: of(author),
    committer: of(committer),
    message: shape.commit.message,
    tree: { sha: shape.commit.tree.sha, url: shape.commit.tree.url },
    parents: shape.parents.map((parent) => ({
      sha: parent.sha,
      url: parent.url.replace("/commits/", "/git/commits/"),
      html_url: parent.html_url ?? "",
    })),
    verification: verificationOf(state, repository, commit),
  };
}
