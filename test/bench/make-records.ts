import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeRecordFile } from "../../knowledge/record/record-file.ts";
import { recordPath } from "../../knowledge/record/record-path.ts";
import { sampleId, sampleRecord } from "../support/sample-record.ts";

const ANCHORS = 3_600;
const SCOPES = 5;

/** A repository with that many records of 3,600 anchors in 5 scopes: the same bytes in every run, made once. */
export function recordTree(folder: string, records = 20_000): string {
  const tree = join(folder, `records-${records}`);
  const whole = join(tree, "whole");
  if (existsSync(whole)) return tree;
  mkdirSync(tree, { recursive: true });
  execFileSync("git", ["init", "--quiet", tree]);
  for (let n = 0; n < records; n++) {
    const page = n % ANCHORS;
    const anchor = `element:/shop/section-${page % 60}/page-${page}#button[Order ${page}]`;
    const record = sampleRecord({
      id: sampleId("fact", n),
      anchors: [anchor, `page:/shop/section-${page % 60}/page-${page}`],
      claim: `The button number ${n} of page ${page} is called Order ${page}, as seen on that page.`,
    });
    const place = recordPath({ scope: `area-${page % SCOPES}`, anchor, id: record.id }, new Set());
    const path = join(tree, ".assay/knowledge", place);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, writeRecordFile(record));
  }
  writeFileSync(whole, "");
  return tree;
}
