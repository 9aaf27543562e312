import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { KnowledgeRecord } from "../../knowledge/record/record.ts";
import { writeRecordFile } from "../../knowledge/record/record-file.ts";
import { assay } from "./run-assay.ts";
import { sampleId, samplePath, sampleRecord } from "./sample-record.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** An empty repository of the running test. */
export function emptyRepository(): string {
  const folder = join(realpathSync(temporaryFolder()), "shop");
  mkdirSync(folder);
  git(folder, "init", "--quiet", "--initial-branch=main");
  git(folder, "config", "user.name", "Tess");
  git(folder, "config", "user.email", "tess@example.org");
  git(folder, "commit", "--quiet", "--allow-empty", "--message=start");
  return folder;
}

export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: folder, encoding: "utf8" });
}

/** Puts records where the product keeps them, and gives their paths. */
export function keepRecords(folder: string, records: readonly KnowledgeRecord[]): string[] {
  return records.map((record) => {
    const path = `.assay/knowledge/${samplePath(record)}`;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), writeRecordFile(record));
    return path;
  });
}

/** That many different candidates. */
export function manyRecords(count: number): KnowledgeRecord[] {
  return Array.from({ length: count }, (_, at) =>
    sampleRecord({
      id: sampleId("fact", at + 1),
      anchors: [`page:/page-${at + 1}`],
      claim: `Page ${String(at + 1).padStart(4, "0")} shows its title in the header.`,
    }),
  );
}

/** A red run of four tests, two of them failed, taken at a time of its own. */
export async function ingestRed(folder: string, name = "total includes shipping"): Promise<void> {
  const report = join(folder, "report.xml");
  writeFileSync(
    report,
    `<?xml version="1.0"?><testsuites><testsuite name="checkout" tests="4" failures="2">
<testcase classname="checkout" name="${name}" time="0.2"><failure message="expected 1299 but got 999">AssertionError: expected 1299 but got 999
    at total.test.js:31</failure></testcase>
<testcase classname="checkout" name="order is placed" time="0.3"/>
<testcase classname="checkout" name="pays" time="31"><failure message="Timeout 30000ms exceeded">TimeoutError: Timeout 30000ms exceeded waiting for button</failure></testcase>
<testcase classname="cart" name="empties" time="0.1"/></testsuite></testsuites>`,
  );
  const { status, stderr } = await assay(["ingest", "report.xml"], { cwd: folder });
  if (status === null || status > 1) throw new Error(stderr);
}
