import { join } from "node:path";
import { memoryLedger } from "../../knowledge/adapters/memory/ledger.ts";
import { sqliteLedger } from "../../knowledge/adapters/sqlite/ledger.ts";
import { scopedLedger } from "../../knowledge/ledger/scoped-ledger.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type LedgerAdapter, ledgerContract } from "./ledger.contract.ts";

/** Every adapter of the port but DynamoDB, whose double takes long: one row each. */
const ADAPTERS: readonly LedgerAdapter[] = [
  {
    name: "memory",
    async store() {
      let ledger: ReturnType<typeof memoryLedger> | undefined;
      return {
        connect(clock) {
          ledger ??= memoryLedger(clock);
          return ledger;
        },
      };
    },
  },
  {
    name: "SQLite",
    async store() {
      const path = join(temporaryFolder(), "not", "there", "yet", "ledger.db");
      return { connect: (clock) => sqliteLedger(path, clock) };
    },
  },
  ...["acme.shop", null].map(
    (scope): LedgerAdapter => ({
      name: `memory, as ${scope ?? "a clone without a scope"} has it`,
      async store() {
        let shared: ReturnType<typeof memoryLedger> | undefined;
        return {
          connect(clock) {
            shared ??= memoryLedger(clock);
            return scopedLedger(shared, async () => scope);
          },
        };
      },
    }),
  ),
];

for (const adapter of ADAPTERS) ledgerContract(adapter);
