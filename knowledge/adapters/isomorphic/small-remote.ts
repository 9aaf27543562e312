import * as git from "isomorphic-git";
import { AssayError } from "../../errors.ts";
import type { RepositoryName } from "../../ports/forge.ts";
import type { BranchTips } from "../../ports/request-branch.ts";
import { boundedHttp } from "./bounded-http.ts";
import type { IsomorphicOptions } from "./isomorphic-options.ts";
import { remoteError } from "./remote-error.ts";
import { openStore, type Store } from "./store.ts";

const MOST_FILES = 5_000;
const MOST_BYTES = 20 * 1024 * 1024;
const PATIENCE = 60_000;
const WAY_IN = "set ASSAY_GIT_TOKEN, and ASSAY_GIT_URL to where it may be sent";
/** Where a branch is that is not there. */
const NOTHING = "0".repeat(40);

/** A repository that is reached by git over HTTPS and held in memory as far as it was asked for. */
export interface SmallRemote {
  tips(branch: string): Promise<BranchTips>;
  /** A store that has this commit with all its files. Errors: remote_too_large, forge_missing. */
  with(commit: string): Promise<Store>;
  /** A store that has the whole history of these commits. Errors: as {@link SmallRemote.with}. */
  history(commits: readonly string[]): Promise<Store>;
  /** Moves a branch from one commit to another that its store has, null is none; false where it is elsewhere. */
  push(branch: string, from: string | null, to: string | null): Promise<boolean>;
}

export function smallRemote(repository: RepositoryName, options: IsomorphicOptions): SmallRemote {
  const url = options.url(repository);
  const { hostname, protocol } = new URL(url);
  const tooLarge = (what: string, most: string) =>
    new AssayError("remote_too_large", { repository, what, most });
  const { auth, wayIn: way = WAY_IN } = options;
  const denied = (reason: string): never => {
    throw new AssayError("forge_denied", { host: hostname, asked: repository, reason, way });
  };
  const remote = {
    url,
    http: boundedHttp({
      fetch: options.fetch ?? globalThis.fetch,
      patience: PATIENCE,
      most: MOST_BYTES,
      tooLarge: () => tooLarge("the bytes of one answer", "20 MB"),
    }),
    ...(auth === undefined ? {} : { onAuth: async () => (await auth()) ?? denied("nobody is named") }),
    onAuthFailure: () => denied("the remote does not take the token"),
  };
  const asking = async <T>(asked: string, work: () => Promise<T>, writes = false): Promise<T> => {
    if (protocol !== "https:" && !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
      throw new AssayError("forge_refused", { host: hostname, asked, reason: "its address is no https URL" });
    return work().catch((error: unknown) => {
      throw remoteError(error, `${asked} of ${repository}`, hostname, writes);
    });
  };
  const missing = (commit: string) =>
    new AssayError("forge_missing", {
      host: hostname,
      asked: `the commit ${commit} of ${repository}`,
      reason: "there is no such commit",
    });
  const has = (store: Store, commit: string) =>
    git.readCommit({ ...store, oid: commit }).then(
      () => true,
      () => false,
    );
  const bring = async (store: Store, commit: string, depth?: number): Promise<void> => {
    if (await has(store, commit)) return;
    const more = depth === undefined ? {} : { depth };
    await git.fetch({ ...store, ...remote, remoteRef: commit, singleBranch: true, tags: false, ...more });
    // A remote that does not have it answers nothing, and that is no error to git over HTTP.
    if (!(await has(store, commit))) throw missing(commit);
  };
  const stores = { tips: openStore(), history: openStore() };
  const counted = new Set<string>();
  return {
    tips: (branch) =>
      asking("the branches", async () => {
        const refs = await git.listServerRefs({ ...remote, symrefs: true, protocolVersion: 2 });
        const oidOf = (name: string) => refs.find(({ ref }) => ref === name)?.oid ?? null;
        const name = refs.find(({ ref }) => ref === "HEAD")?.target?.replace(/^refs\/heads\//, "");
        const commit = name === undefined ? null : oidOf(`refs/heads/${name}`);
        const defaultBranch = name === undefined || commit === null ? null : { name, commit };
        return { defaultBranch, branch: oidOf(`refs/heads/${branch}`) };
      }),
    with: (commit) =>
      asking("the files", async () => {
        const store = await stores.tips;
        await bring(store, commit, 1);
        if (!counted.has(commit)) {
          const { tree } = (await git.readCommit({ ...store, oid: commit })).commit;
          if ((await countFiles(store, tree, MOST_FILES)) > MOST_FILES)
            throw tooLarge("its files", "5,000 files");
          counted.add(commit);
        }
        return store;
      }),
    history: (commits) =>
      asking("the history", async () => {
        const store = await stores.history;
        for (const commit of commits) await bring(store, commit);
        return store;
      }),
    push: (branch, from, to) =>
      asking(
        `the branch ${branch}`,
        async () => {
          const store = await stores.tips;
          const ref = "refs/heads/pushed";
          const remoteRef = `refs/heads/${branch}`;
          await git.writeRef({ ...store, ref, value: to ?? from ?? NOTHING, force: true });
          // Where the branch is now is part of what is sent, and the remote holds to it.
          const onPrePush = ({ remoteRef: { oid } }: { readonly remoteRef: { readonly oid: string } }) =>
            oid === (from ?? NOTHING);
          try {
            await git.push({ ...store, ...remote, ref, remoteRef, delete: to === null, onPrePush });
            return true;
          } catch (error) {
            if (isElsewhere(error)) return false;
            throw error;
          }
        },
        true,
      ),
  };
}

function isElsewhere(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  if (error.code === "UserCanceledError" || error.code === "PushRejectedError") return true;
  return (
    error.code === "GitPushError" &&
    /fetch first|non-fast-forward|failed to update|lock|exists/i.test(error.message)
  );
}

/** How many files a tree has, counted no further than past `most`. */
async function countFiles(store: Store, tree: string, most: number): Promise<number> {
  let count = 0;
  const open = [tree];
  for (let oid = open.pop(); oid !== undefined && count <= most; oid = open.pop())
    for (const entry of (await git.readTree({ ...store, oid })).tree) {
      if (entry.type === "tree") open.push(entry.oid);
      else count += 1;
    }
  return count;
}
