import { ancestors, history, mergeBase } from "../git/ancestry.ts";
import { changedFiles } from "../git/changed-files.ts";
import type { CommitObject } from "../git/commits.ts";
import { readCommit } from "../git/commits.ts";
import type { Call } from "../http/call.ts";
import { page } from "../http/page.ts";
import { refusal } from "../http/reply.ts";
import { route } from "../http/route.ts";
import { commitShape } from "../shapes/commit-shape.ts";
import { fileShape } from "../shapes/file-shape.ts";
import type { Schemas } from "../shapes/schemas.ts";
import { findRepository } from "../state/find-repository.ts";
import { filesOf } from "../state/pull-ends.ts";
import { resolveCommit } from "./resolve-commit.ts";

const MOST_FILES = 300;
const MOST_COMMITS = 250;

/** Two ends compared: what the second has that the first has not. */
export const compareRoutes = [
  route(
    "GET",
    "/repos/{owner}/{repo}/compare/{basehead+}",
    { permissions: [{ contents: "read" }] },
    (call) => {
      const { state, repository } = call;
      const [one, other] = call.params.basehead!.split("...");
      const base = endOf(call, one);
      const head = endOf(call, other);
      if (base === null || head === null) throw refusal(404, "Not Found");
      const start = mergeBase(repository.store, base.sha, head.sha);
      if (start === null) throw refusal(404, `No common ancestor between ${one} and ${other}.`);
      const ahead = notIn(call, head.sha, base.sha).reverse();
      const behind = notIn(call, base.sha, head.sha);
      const files = changedFiles(repository.store, filesOf(repository, start), filesOf(repository, head.sha));
      const first = Number(call.query.get("page") ?? 1) === 1;
      const name = `${repository.owner}/${repository.name}`;
      const html = `${state.web}/${name}/compare/${one}...${other}`;
      const status =
        ahead.length > 0
          ? behind.length > 0
            ? "diverged"
            : "ahead"
          : behind.length > 0
            ? "behind"
            : "identical";
      const wrap = (commits: CommitObject[]): Schemas["commit-comparison"] => ({
        url: `${state.api}/repos/${name}/compare/${one}...${other}`,
        html_url: html,
        permalink_url: html,
        diff_url: `${html}.diff`,
        patch_url: `${html}.patch`,
        base_commit: commitShape(state, repository, base),
        merge_base_commit: commitShape(state, repository, readCommit(repository.store, start)!),
        status,
        ahead_by: ahead.length,
        behind_by: behind.length,
        total_commits: ahead.length,
        commits: commits.map((commit) => commitShape(state, repository, commit)),
        files: first
          ? files.slice(0, MOST_FILES).map((file) => fileShape(state, repository, head.sha, file))
          : [],
      });
      if (call.query.has("page") || call.query.has("per_page")) return page(call, ahead, wrap, { most: 250 });
      // Without paging the newest 250 are shown, not the first.
      return { status: 200, json: wrap(ahead.slice(-MOST_COMMITS)) };
    },
  ),
];

/** `branch`, a hash, or `owner:branch` for a branch of that owner's fork. */
function endOf({ state, repository }: Call, text: string | undefined): CommitObject | null {
  if (text === undefined) return null;
  const colon = text.indexOf(":");
  if (colon < 0) return resolveCommit(repository, text);
  const fork = findRepository(state, `${text.slice(0, colon)}/${repository.name}`);
  const inNetwork = fork !== undefined && fork.store === repository.store;
  return inNetwork ? resolveCommit(fork, text.slice(colon + 1)) : null;
}

function notIn({ repository }: Call, tip: string, other: string): CommitObject[] {
  const there = ancestors(repository.store, other);
  return history(repository.store, tip).filter((commit) => !there.has(commit.sha));
}
