import { join } from "node:path";
import { AssayError, type Deps, KNOWLEDGE_FOLDER } from "#knowledge";
import { lateHistory } from "#knowledge/adapters/files/late-history";
import { lateRecords } from "#knowledge/adapters/files/late-records";
import { fileSources } from "#knowledge/adapters/files/sources";
import { shellHost } from "#knowledge/adapters/shell/host";
import { findStateFolder } from "#knowledge/adapters/shell/state-folder";
import { findWorkTree } from "#knowledge/adapters/shell/work-tree";
import { systemClock } from "#knowledge/adapters/system/clock";
import { packageJson } from "./package-json.ts";

/** The ports on this machine. Each adapter is made when an operation first asks for it. */
export function compose(): Pick<Deps, "clock" | "history" | "host" | "recordBase" | "records" | "sources"> {
  const { env, stdout, versions } = process;
  const cwd = process.cwd();
  const workTree = async () => {
    const top = await findWorkTree(cwd, env);
    if (top === null) throw new AssayError("repository_missing", { folder: cwd });
    return top;
  };
  return {
    clock: systemClock,
    get host() {
      return shellHost({
        assay: packageJson.version,
        node: versions.node,
        cwd,
        env,
        stdin: process.stdin,
        stdout,
      });
    },
    get sources() {
      return fileSources({ stdin: readStandardInput() });
    },
    records: lateRecords(async () => {
      const top = await workTree();
      const { fileRecords } = await import("#knowledge/adapters/git/work-tree-records");
      return fileRecords({ root: join(top, KNOWLEDGE_FOLDER), state: join(top, ".assay/local") });
    }),
    recordBase: {
      async at(reference) {
        const place = { cwd: await workTree(), env };
        const { gitRecordBase } = await import("#knowledge/adapters/git/work-tree-records");
        return gitRecordBase(place, KNOWLEDGE_FOLDER).at(reference);
      },
    },
    history: lateHistory({
      cwd,
      async find() {
        const folder = await findStateFolder(cwd, env);
        return folder === null ? null : join(folder, "history.db");
      },
      open: async (path) => (await import("#knowledge/adapters/sqlite/history")).sqliteHistory(path),
    }),
  };
}

/** Standard input, opened by whoever begins to read it: a command that does not read it leaves it alone. */
async function* readStandardInput(): AsyncGenerator<Uint8Array> {
  yield* process.stdin;
}
