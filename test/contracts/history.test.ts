import { join } from "node:path";
import { memoryHistory } from "../../knowledge/adapters/memory/history.ts";
import { sqliteHistory } from "../../knowledge/adapters/sqlite/history.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type HistoryAdapter, historyContract } from "./history.contract.ts";

/** Every adapter of the port: one row each. */
const ADAPTERS: readonly HistoryAdapter[] = [
  {
    name: "memory",
    async store() {
      let history: ReturnType<typeof memoryHistory> | undefined;
      return {
        connect(rowLimit) {
          history ??= memoryHistory(rowLimit);
          return history;
        },
      };
    },
  },
  {
    name: "SQLite",
    async store() {
      const path = join(temporaryFolder(), "not", "there", "yet", "history.db");
      return { connect: (rowLimit) => sqliteHistory(path, rowLimit) };
    },
  },
];

for (const adapter of ADAPTERS) historyContract(adapter);
