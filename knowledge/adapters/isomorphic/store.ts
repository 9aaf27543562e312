import * as git from "isomorphic-git";
import { memoryFiles } from "./memory-files.ts";

/** A bare repository in memory, as isomorphic-git takes it. */
export interface Store {
  readonly fs: git.PromiseFsClient;
  readonly gitdir: string;
  readonly cache: object;
}

export async function openStore(): Promise<Store> {
  const store: Store = { fs: memoryFiles() as unknown as git.PromiseFsClient, gitdir: "/git", cache: {} };
  await git.init({ fs: store.fs, gitdir: store.gitdir, bare: true, dir: "/" });
  // A fetch looks for where its refs go, though it names one commit alone.
  const value = "+refs/heads/*:refs/remotes/origin/*";
  await git.setConfig({ fs: store.fs, gitdir: store.gitdir, path: "remote.origin.fetch", value });
  return store;
}
