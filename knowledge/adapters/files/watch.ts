import { type FSWatcher, readdirSync, readFileSync, statSync, watch } from "node:fs";
import { join } from "node:path";
import type { Watch } from "../../ports/watch.ts";

/** Quiet time that is waited for after a change, and how long a stream of changes is waited for at most. */
const QUIET_MS = 120;
const MOST_MS = 1000;
/** Folders of scopes that are watched; a work tree with more is asked again by hand. */
const MOST_SCOPES = 200;

export interface WatchedPlace {
  /** Top of the work tree. */
  readonly top: string;
  /** Folder of `HEAD`. */
  readonly gitDir: string;
  /** Folder of the ledger. */
  readonly state: string;
}

/**
 * Watches one folder at a time, never a tree: the knowledge root and its scopes, the proposals, the ledger and the
 * git head. A repository with 100,000 files costs as much as an empty one.
 */
export function fileWatch({ top, gitDir, state }: WatchedPlace): Watch {
  return {
    open(changed) {
      const watchers = new Map<string, FSWatcher>();
      let looked: string | null = null;
      let quiet: NodeJS.Timeout | undefined;
      let since: number | null = null;
      let stamp = ledgerStamp(state);
      let head = headText(gitDir);

      const settle = () => {
        since = null;
        follow();
        changed();
      };
      const later = () => {
        const now = performance.now();
        since ??= now;
        clearTimeout(quiet);
        quiet = setTimeout(settle, Math.max(0, Math.min(QUIET_MS, since + MOST_MS - now)));
      };
      const add = (folder: string, sees: (name: string | null) => boolean) => {
        if (watchers.has(folder)) return;
        try {
          const watcher = watch(folder, { persistent: false }, (_, name) => {
            if (sees(name)) later();
          });
          watcher.on("error", () => drop(folder));
          watchers.set(folder, watcher);
        } catch {
          // It is not there, or the system has no watcher left: `r` reads again.
        }
      };
      const drop = (folder: string) => {
        watchers.get(folder)?.close();
        watchers.delete(folder);
      };
      const follow = () => {
        const root = join(top, ".assay/knowledge");
        const scopes = foldersIn(root).slice(0, MOST_SCOPES);
        for (const folder of [join(top, ".assay"), root, join(top, ".assay/proposals"), ...scopes])
          add(folder, (name) => name !== "local");
        // Reading a ledger touches its side files; only what was appended counts.
        add(state, (name) => name?.startsWith("ledger.db") !== false && isNew(ledgerStamp(state)));
        add(gitDir, (name) => name === "HEAD" && isOther(headText(gitDir)));
      };
      const isNew = (next: string) => {
        const differs = next !== stamp;
        stamp = next;
        return differs;
      };
      const isOther = (next: string) => {
        const differs = next !== head;
        head = next;
        return differs;
      };
      add(top, (name) => name === ".assay");
      follow();
      return {
        look(folder) {
          if (folder === looked) return;
          if (looked !== null) drop(join(top, looked));
          looked = folder;
          if (folder !== null) add(join(top, folder), () => true);
        },
        close() {
          clearTimeout(quiet);
          for (const folder of [...watchers.keys()]) drop(folder);
        },
      };
    },
  };
}

/** What tells an append: the log's size and time; an empty log is none. */
function ledgerStamp(state: string): string {
  return ["ledger.db-wal", "ledger.db"]
    .map((name) => statSync(join(state, name), { throwIfNoEntry: false }))
    .map((file) => (file === undefined || file.size === 0 ? "-" : `${file.size} ${file.mtimeMs}`))
    .join(", ");
}

function headText(gitDir: string): string {
  try {
    return readFileSync(join(gitDir, "HEAD"), "utf8");
  } catch {
    return "";
  }
}

function foldersIn(root: string): string[] {
  try {
    return readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(root, name));
  } catch {
    return [];
  }
}
