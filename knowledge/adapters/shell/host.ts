import { join, resolve } from "node:path";
import type { Host, HostFacts } from "../../ports/host.ts";
import { type GitPlace, runGit } from "../git/run-git.ts";
import { isCi } from "../system/ci.ts";
import { hasFullTextSearch } from "./full-text-search.ts";
import { inspectLedgerFile } from "./ledger-file.ts";
import { stateFolder } from "./state-folder.ts";

/** The process that asks, as far as the host's facts depend on it. */
export interface HostProcess {
  /** Version of Assay. */
  readonly assay: string;
  /** `process.versions.node`. */
  readonly node: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean; readonly columns?: number };
  /** Looks at the ledger that the settings name; null where it is the file of this clone. */
  readonly sharedLedger?: () => Promise<HostFacts["ledger"] | null>;
}

/** The machine and checkout around a process, asked of the `git` binary and the file system. */
export function shellHost(process: HostProcess): Host {
  return { facts: () => collectFacts(process) };
}

/** Longest time that a question to git may take; beyond it the answer counts as unknown. */
const PATIENCE_MS = 10_000;

/** Output without the last line feed; null where git is missing, said no or was too slow. */
async function answerOf(place: GitPlace, args: readonly string[]): Promise<string | null> {
  const answer = await runGit(place, args).catch(() => null);
  return answer?.ok ? answer.stdout.toString().replace(/\r?\n$/, "") : null;
}

async function collectFacts({ sharedLedger, ...process }: HostProcess): Promise<HostFacts> {
  const { assay, node, cwd, env, stdin, stdout } = process;
  const git = (...args: string[]) => answerOf({ cwd, env, patience: PATIENCE_MS }, args);
  const [version, place, commit, branch, tracked, fts5] = await Promise.all([
    git("--version"),
    git("rev-parse", "--show-toplevel", "--git-common-dir", "--is-shallow-repository"),
    git("rev-parse", "--verify", "--quiet", "HEAD"),
    git("symbolic-ref", "--quiet", "--short", "HEAD"),
    git("ls-files", "-z", "--full-name", "--", ":(top).assay/local"),
    hasFullTextSearch(),
  ]);
  const [top = "", commonDir = "", shallow = ""] = place?.split(/\r?\n/) ?? [];
  const repository =
    place === null ? null : { top, commonDir: resolve(cwd, commonDir), shallow: shallow === "true" };
  return {
    assay,
    node,
    fts5,
    git: version?.match(/\d+(?:\.\d+)+/)?.[0] ?? null,
    repository,
    head: { commit, branch },
    trackedLocal: (tracked ?? "").split("\0").filter((path) => path !== ""),
    ledger:
      repository === null
        ? { path: null, state: "absent" }
        : ((await sharedLedger?.()) ??
          (await inspectLedgerFile(join(stateFolder(repository.commonDir), "ledger.db")))),
    ci: isCi(env),
    terminal: {
      stdin: stdin.isTTY === true,
      stdout: stdout.isTTY === true,
      columns: stdout.columns ?? null,
      term: env.TERM ?? null,
    },
  };
}
