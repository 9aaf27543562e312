import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { configFile } from "../../knowledge/adapters/files/config-file.ts";
import { projectFiles } from "../../knowledge/adapters/files/project-files.ts";
import { fileRunFiles } from "../../knowledge/adapters/files/run-files.ts";
import { fileSecrets } from "../../knowledge/adapters/files/secrets.ts";
import { fileSources } from "../../knowledge/adapters/files/sources.ts";
import { gitLedgerRemote } from "../../knowledge/adapters/git/ledger-remote.ts";
import { gitPerson } from "../../knowledge/adapters/git/person.ts";
import { gitRepository } from "../../knowledge/adapters/git/repository.ts";
import { memoryArtifacts } from "../../knowledge/adapters/memory/artifacts.ts";
import { memoryHistory } from "../../knowledge/adapters/memory/history.ts";
import { plainJournal } from "../../knowledge/adapters/memory/journal.ts";
import { memoryLedger } from "../../knowledge/adapters/memory/ledger.ts";
import { memoryProposals } from "../../knowledge/adapters/memory/proposals.ts";
import { memoryRecords } from "../../knowledge/adapters/memory/records.ts";
import { CONFIG_PATH } from "../../knowledge/config/config.ts";
import type { Artifacts } from "../../knowledge/ports/artifacts.ts";
import type { Message } from "../../knowledge/ports/messages.ts";
import { matchGlob } from "../../knowledge/text/match-glob.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/**
 * The ports of learning over a fresh repository, with all that is remembered in memory, a clock that only moves when
 * it is told to, and what was told. `report` is the path of a file with this text.
 */
export function memoryDeps(text: string) {
  const folder = temporaryFolder();
  execFileSync("git", ["init", "--quiet", "--initial-branch=main"], { cwd: folder });
  const report = join(folder, "report.ndjson");
  writeFileSync(report, text);
  const place = { cwd: folder, env: process.env };
  let now = Date.UTC(2026, 0, 5);
  const clock = {
    now: () => now,
    pass: (seconds: number) => {
      now += seconds * 1_000;
    },
  };
  const ledger = memoryLedger(clock);
  const told: Message[] = [];
  const deps = {
    mode: "local",
    clock,
    ledger,
    ledgerRemote: gitLedgerRemote(place),
    ledgerSync: ledger.sync,
    artifacts: memoryArtifacts(),
    configFile: configFile(folder, CONFIG_PATH),
    projectFiles: projectFiles(folder),
    history: memoryHistory(),
    journal: plainJournal(ledger),
    messages: { tell: (message: Message) => void told.push(message) },
    person: gitPerson(place),
    proposals: memoryProposals(),
    records: memoryRecords(),
    repository: gitRepository(place),
    runFiles: fileRunFiles({ top: folder, state: join(folder, ".assay/local"), matches: matchGlob }),
    secrets: fileSecrets([]),
    sources: fileSources({ stdin: (async function* () {})() }),
  } as const;
  return { deps, clock, told, report };
}

/** Artifacts of which each reading takes time. */
export function slowArtifacts(artifacts: Artifacts, pass: () => void): Artifacts {
  return {
    put: (bytes) => artifacts.put(bytes),
    async get(digest) {
      pass();
      return artifacts.get(digest);
    },
  };
}
