import type { RepositoryName } from "../ports/forge.ts";
import type { RequestBranch } from "../ports/request-branch.ts";
import type { LaidFiles } from "./laid-files.ts";

/** Text files of a commit with others laid over them. Errors of every call: those of the branch. */
export interface LaidTree {
  /** The files of these folders, not of those below them, by path. What was read once is not read again. */
  files(folders: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Names of the folders right below one. */
  subfolders(folder: string): Promise<ReadonlySet<string>>;
  /** The file as it is known without reading on: only of folders that were read. */
  known(path: string): string | null;
  /** Paths of the files of a folder that was read. */
  knownIn(folder: string): readonly string[];
  lay(path: string, text: string | null): void;
  /** Does work of this kind one after the other: what it saw stands until it has laid what follows. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** A tree that is read by path, as far as it is asked for. `laid` is changed by what is laid over. */
export function laidTree(
  requestBranch: Pick<RequestBranch, "folders" | "subfolders">,
  place: { readonly repository: RepositoryName; readonly commit: string },
  laid: LaidFiles,
): LaidTree {
  const { repository, commit } = place;
  const read = new Map<string, ReadonlyMap<string, string>>();
  const names = new Map<string, readonly string[]>();
  let last: Promise<unknown> = Promise.resolve();

  const known = (path: string): string | null => {
    const over = laid.get(path);
    return over === undefined ? (read.get(folderOf(path))?.get(path) ?? null) : over;
  };
  const knownIn = (folder: string): readonly string[] => {
    const paths = [...(read.get(folder)?.keys() ?? []), ...laid.keys()];
    return [...new Set(paths)].filter((path) => folderOf(path) === folder && known(path) !== null);
  };
  return {
    async files(folders) {
      const missing = [...new Set(folders)].filter((folder) => !read.has(folder));
      if (missing.length > 0) {
        const found = await requestBranch.folders(repository, commit, missing);
        const byFolder = Map.groupBy(found, ({ path }) => folderOf(path));
        for (const folder of missing) {
          const texts = (byFolder.get(folder) ?? []).flatMap(({ path, text }) =>
            text === null ? [] : [[path, text] as const],
          );
          read.set(folder, new Map(texts));
        }
      }
      const paths = [...new Set(folders)].flatMap(knownIn);
      return new Map(paths.map((path) => [path, known(path) ?? ""]));
    },
    async subfolders(folder) {
      const there = names.get(folder) ?? (await requestBranch.subfolders(repository, commit, folder));
      names.set(folder, there);
      return new Set([...there, ...firstParts(laid, folder)]);
    },
    known,
    knownIn,
    lay: (path, text) => void laid.set(path, text),
    alone(work) {
      const result = last.then(work);
      last = result.catch(() => null);
      return result;
    },
  };
}

function firstParts(laid: LaidFiles, folder: string): readonly string[] {
  return [...laid].flatMap(([path, text]) => {
    if (text === null || !path.startsWith(`${folder}/`)) return [];
    const parts = path.slice(folder.length + 1).split("/");
    return parts.length > 1 ? [parts[0] ?? ""] : [];
  });
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
