import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { ledgerPull } from "../../knowledge/actions/ledger-pull.ts";
import { ledgerPush } from "../../knowledge/actions/ledger-push.ts";
import { ledgerStatus } from "../../knowledge/actions/ledger-status.ts";
import { dispatch } from "../../knowledge/actions/operation.ts";
import { configFile } from "../../knowledge/adapters/files/config-file.ts";
import { gitLedgerRemote } from "../../knowledge/adapters/git/ledger-remote.ts";
import { sqliteLedger } from "../../knowledge/adapters/sqlite/ledger.ts";
import { sqliteLedgerSync } from "../../knowledge/adapters/sqlite/ledger-sync.ts";
import { CONFIG_PATH } from "../../knowledge/config/config.ts";
import type { Clock } from "../../knowledge/ports/clock.ts";
import type { LedgerEvent } from "../../knowledge/ports/ledger.ts";
import { collect } from "./collect.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { tickingClock } from "./ticking-clock.ts";

/** Git without the settings of whoever runs the tests. */
export function git(folder: string, ...args: readonly string[]): string {
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: "1" };
  return execFileSync("git", args, { cwd: folder, env, encoding: "utf8" }).trim();
}

/** A bare repository, `shop.git`, in a folder of its own; gives that folder. */
export function bareRemote(): string {
  const folder = temporaryFolder();
  git(folder, "init", "--quiet", "--bare", "shop.git");
  git(join(folder, "shop.git"), "config", "http.receivepack", "true");
  return folder;
}

export type LedgerClone = ReturnType<typeof ledgerClone>;

/** A clone with its ledger in a file, whose shared ledger is at `url`; what a person does by commands, without a process each. */
export function ledgerClone(url: string, clock: Clock = tickingClock()) {
  const folder = temporaryFolder();
  git(folder, "init", "--quiet");
  git(folder, "remote", "add", "origin", url);
  const file = join(folder, ".git/assay/ledger.db");
  mkdirSync(join(folder, ".git/assay"));
  const ledger = sqliteLedger(file, clock);
  onTestFinished(() => ledger.close());
  const deps = {
    clock,
    configFile: configFile(folder, CONFIG_PATH),
    ledger,
    ledgerRemote: gitLedgerRemote({ cwd: folder, env: process.env }),
    ledgerSync: sqliteLedgerSync(file),
  };
  return {
    folder,
    file,
    deps,
    ledger,
    push: () => dispatch(ledgerPush, deps, {}),
    pull: () => dispatch(ledgerPull, deps, {}),
    status: () => dispatch(ledgerStatus, deps, {}),
    /** Appends at the end of a stream, as one batch. */
    async append(stream: string, ...events: readonly LedgerEvent[]): Promise<void> {
      const seq = (await collect(ledger.read(stream))).length;
      const { kind } = await ledger.append(stream, seq, events);
      if (kind !== "appended") throw new Error(`${stream} moved on`);
    },
    /** All of a stream, without what tells one clone from another. */
    events: (stream: string) => collect(ledger.read(stream)),
  };
}
