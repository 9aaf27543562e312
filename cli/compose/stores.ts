import { join } from "node:path";
import { AssayError, type Config, type Deps } from "#knowledge";
import { lateLedger } from "#knowledge/adapters/sqlite/late-ledger";
import { systemClock } from "#knowledge/adapters/system/clock";
import { latePort } from "#knowledge/adapters/system/late-port";

interface StoresPlace {
  readonly env: NodeJS.ProcessEnv;
  readonly settings: () => Promise<Config>;
  /** Folder of what is kept on this machine. */
  readonly state: () => Promise<string>;
}

interface Stores extends Pick<Deps, "artifacts" | "ledger" | "ledgerSync" | "qaArtifacts"> {
  /** The table that the settings name as the ledger, or null where it is a file of this clone. */
  table(): Promise<{ readonly region: string; readonly table: string } | null>;
}

/** Where the ledger and the artifacts are: on this machine, or where the team shares them, as the settings say. */
export function composeStores({ env, settings, state }: StoresPlace): Stores {
  const pathStyle = Boolean(env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL);
  const table = async () => {
    const { ledger, aws } = await settings();
    return ledger === "dynamodb" && aws?.table != null ? { region: aws.region, table: aws.table } : null;
  };
  return {
    table,
    ledger: lateLedger(async () => {
      const shared = await table();
      if (shared !== null) {
        const { dynamodbLedger } = await import("#knowledge/adapters/dynamodb/ledger");
        return dynamodbLedger({ ...shared, clock: systemClock });
      }
      const { sqliteLedger } = await import("#knowledge/adapters/sqlite/ledger");
      return sqliteLedger(join(await state(), "ledger.db"), systemClock);
    }),
    ledgerSync: latePort(async () => {
      const shared = await table();
      if (shared !== null) throw new AssayError("ledger_shared_already", { table: shared.table });
      const { sqliteLedgerSync } = await import("#knowledge/adapters/sqlite/ledger-sync");
      return sqliteLedgerSync(join(await state(), "ledger.db"));
    }),
    artifacts: latePort(async () => {
      const { artifacts, aws } = await settings();
      if (artifacts === "s3" && aws?.bucket != null) {
        const { s3Artifacts } = await import("#knowledge/adapters/s3/artifacts");
        return s3Artifacts({ region: aws.region, bucket: aws.bucket, pathStyle });
      }
      const { fileArtifacts } = await import("#knowledge/adapters/files/artifacts");
      return fileArtifacts(join(await state(), "artifacts"));
    }),
    qaArtifacts: latePort(async () => {
      const { artifacts, aws } = await settings();
      if (artifacts === "s3" && aws?.bucket != null) {
        const { s3QaArtifacts } = await import("#knowledge/adapters/s3/qa-artifacts");
        return s3QaArtifacts({ region: aws.region, bucket: aws.bucket, pathStyle, clock: systemClock });
      }
      const { fileQaArtifacts } = await import("#knowledge/adapters/files/qa-artifacts");
      return fileQaArtifacts(await state());
    }),
  };
}
