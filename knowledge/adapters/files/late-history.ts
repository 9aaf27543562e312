import { existsSync } from "node:fs";
import { AssayError } from "../../errors.ts";
import type { History } from "../../ports/history.ts";

/** How a {@link lateHistory} comes to its file. */
interface Place {
  /** Path of the file, which need not be there, or null outside of a repository. */
  find(): Promise<string | null>;
  open(path: string): Promise<History>;
  readonly cwd: string;
}

/** A history that is opened when it is written to or when there is something to read: else no database is loaded. */
export function lateHistory({ find, open, cwd }: Place): History {
  let path: Promise<string | null> | undefined;
  let opened: Promise<History> | undefined;
  const at = () => {
    path ??= find();
    return path;
  };
  const history = (file: string) => {
    opened ??= open(file);
    return opened;
  };
  return {
    async write() {
      const file = await at();
      if (file === null) throw new AssayError("repository_missing", { folder: cwd });
      return (await history(file)).write();
    },
    async of(tests, perTest) {
      const file = await at();
      if (file === null || !existsSync(file)) return new Map();
      return (await history(file)).of(tests, perTest);
    },
    close: async () => (await opened)?.close(),
  };
}
