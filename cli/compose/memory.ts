import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  AssayError,
  type Config,
  type Deps,
  ledgerScope,
  repositoriesOfForge,
  scopedLedger,
} from "#knowledge";
import { lateHistory } from "#knowledge/adapters/files/late-history";
import { lateJournal } from "#knowledge/adapters/files/late-journal";
import type { composeStores } from "./stores.ts";

interface MemoryPlace {
  readonly cwd: string;
  readonly settings: () => Promise<Config>;
  readonly stores: Pick<ReturnType<typeof composeStores>, "ledger" | "table">;
  /** Folder of what is kept on this machine, or null outside of a repository. */
  readonly folder: () => Promise<string | null>;
  readonly repository: Deps["repository"];
}

/**
 * What this clone remembers: in a ledger that a team shares, what was learned of its own repository alone, which its
 * remotes name. What it works on for others is kept under their names.
 */
export function composeMemory({
  cwd,
  settings,
  stores,
  folder,
  repository,
}: MemoryPlace): Pick<Deps, "history" | "journal" | "ledger" | "memories"> {
  let asked: ReturnType<typeof findOwn> | undefined;
  /** Of several remotes the one whose default branch is watched: that is the name functions keep what they learn by. */
  const findOwn = async () => {
    const { forge, watch } = await settings();
    const here = await repositoriesOfForge({ repository }, forge);
    const watched = new Set(watch?.products.flatMap(({ repositories }) => repositories.map(ledgerScope)));
    return here.find((name) => watched.has(ledgerScope(name))) ?? here[0] ?? null;
  };
  const own = () => {
    asked ??= findOwn();
    return asked;
  };
  const scope = async (): Promise<string | null> => {
    if ((await stores.table()) === null) return null;
    const name = await own();
    if (name !== null) return ledgerScope(name);
    throw new AssayError("address_unclear", {
      address: "the clone",
      problem: `no remote of it is a repository at ${(await settings()).forge.host}, by which the shared ledger tells what was learned of which`,
      way: "add one: `git remote add origin URL`, or set `forge.host` in .assay/config.yaml",
    });
  };
  const ledger = scopedLedger(stores.ledger, scope);
  const journal = lateJournal(async () => {
    const state = await folder();
    if (state === null) return null;
    const table = await stores.table();
    if (table === null && !existsSync(join(state, "ledger.db"))) return null;
    // It is an index of one ledger as one repository has it, and the settings may come to name another.
    const name =
      table === null ? "journal.db" : `journal-${digestName({ ...table, scope: await scope() })}.db`;
    return async () => {
      const { sqliteJournal } = await import("#knowledge/adapters/sqlite/journal");
      return sqliteJournal(join(state, name), ledger);
    };
  });
  const history = lateHistory({
    cwd,
    async find() {
      const state = await folder();
      return state === null ? null : join(state, "history.db");
    },
    open: async (path) => (await import("#knowledge/adapters/sqlite/history")).sqliteHistory(path),
  });
  return {
    ledger,
    journal,
    history,
    memories: {
      async of(name) {
        const mine = await own();
        // A ledger of this clone without a name is all its own.
        const isOwn =
          mine === null ? (await stores.table()) === null : ledgerScope(mine) === ledgerScope(name);
        if (isOwn) return { ledger, journal, history };
        const [{ streamsJournal }, { memoryHistory }] = await Promise.all([
          import("#knowledge/adapters/memory/streams-journal"),
          import("#knowledge/adapters/memory/history"),
        ]);
        const theirs = scopedLedger(stores.ledger, async () => ledgerScope(name));
        return { ledger: theirs, journal: streamsJournal(theirs), history: memoryHistory() };
      },
    },
  };
}

/** A name for files of a table, whose own may be too long for one. */
function digestName({
  region,
  table,
  scope,
}: {
  readonly region: string;
  readonly table: string;
  readonly scope: string | null;
}): string {
  return createHash("sha256").update(`${region}/${table}/${scope}`).digest("hex").slice(0, 16);
}
