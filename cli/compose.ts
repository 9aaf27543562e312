import { join } from "node:path";
import type { Deps } from "#knowledge";
import { lateHistory } from "#knowledge/adapters/files/late-history";
import { fileSources } from "#knowledge/adapters/files/sources";
import { shellHost } from "#knowledge/adapters/shell/host";
import { findStateFolder } from "#knowledge/adapters/shell/state-folder";
import { systemClock } from "#knowledge/adapters/system/clock";

import { packageJson } from "./package-json.ts";

/** The ports on this machine. Each adapter is made when an operation first asks for it. */
export function compose(): Pick<Deps, "clock" | "history" | "host" | "sources"> {
  const { env, stdout, versions } = process;
  const cwd = process.cwd();
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
