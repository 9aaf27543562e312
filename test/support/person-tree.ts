import { appendFileSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { KnowledgeRecord } from "../../knowledge/record/record.ts";
import { readRecordFile, writeRecordFile } from "../../knowledge/record/record-file.ts";
import { assay, shell } from "./run-assay.ts";
import { samplePath } from "./sample-record.ts";
import { temporaryFolder } from "./temporary-folder.ts";

type Env = Readonly<Record<string, string>>;

/** A git repository without a commit, and a person who works in it. */
export type PersonTree = Awaited<ReturnType<typeof personTree>>;

/** Whom git names in it. */
export const PERSON = "Ada <ada@e.org>";

/** Relative to the top of the work tree. */
export const fileOf = (record: KnowledgeRecord) => `.assay/knowledge/${samplePath(record)}`;

/** A fresh one, cleared away when the running test ends. */
export async function personTree() {
  const folder = realpathSync(temporaryFolder());

  async function git(command: string): Promise<string> {
    const { status, stdout, stderr } = await shell(`git ${command}`, { cwd: folder });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  }

  function put(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  const textOf = (path: string) => readFileSync(join(folder, path), "utf8");

  /** Writes the files of these records. */
  function keep(...records: readonly KnowledgeRecord[]): void {
    for (const record of records) put(fileOf(record), writeRecordFile(record));
  }

  async function recordAt(record: KnowledgeRecord): Promise<KnowledgeRecord> {
    const read = await readRecordFile(fileOf(record), textOf(fileOf(record)));
    if (read.kind === "bad") throw new Error(JSON.stringify(read.problems));
    return read.record;
  }

  /** The built CLI with `--json`: its status and its document; an error is a failure. */
  async function asJson(args: readonly string[], env: Env = {}) {
    const { status, stdout, stderr } = await assay([...args, "--json"], { cwd: folder, env });
    expect(stderr).not.toContain("error");
    return { status, document: JSON.parse(stdout) };
  }

  /** What the ledger tells of a record. */
  async function eventsOf({ id }: KnowledgeRecord) {
    return (await asJson(["knowledge", "history", id])).document.events;
  }

  await git("init --quiet --initial-branch=main");
  appendFileSync(join(folder, ".git/config"), "[user]\n\tname = Ada\n\temail = ada@e.org\n");
  return { folder, git, put, textOf, keep, recordAt, asJson, eventsOf };
}
