import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RULES } from "../../knowledge/cause/rules/index.ts";
import { vocabulary } from "../../knowledge/cause/vocabulary.ts";
import { READERS } from "../../knowledge/evidence/readers/index.ts";
import { FRAMEWORKS } from "../../knowledge/log/frameworks/index.ts";
import { LINE_LIMIT } from "../../knowledge/log/log-digest.ts";
import { readLog } from "../../knowledge/log/read-log.ts";

/**
 * `npm run fuzz [-- --seconds N] [--seed N]`: random and mutated bytes through every report reader, the log
 * scanner and every rule. Nothing may throw, and nothing may take longer than its bound: a line 10 ms with
 * any one rule, a file of 64 KiB two seconds with any reader. A breach is measured three times before it
 * counts. The seed is printed; the same seed makes the same inputs.
 */
const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const seconds = option("seconds", 20);
const seed = option("seed", 20_261);
const LINE_BOUND_MS = 10;
const FILE_BOUND_MS = 2_000;

let state = seed >>> 0;
const next = (): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
const below = (limit: number): number => Math.floor(next() * limit);
const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;

function seeds(folder: string): Uint8Array[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => new Uint8Array(readFileSync(join(entry.parentPath, entry.name)).subarray(0, 1 << 16)));
}

const fixtures = join(import.meta.dirname, "..", "fixtures");
const corpus = [...seeds(join(fixtures, "reports")), ...seeds(join(fixtures, "logs"))];
const tokens = [
  "<",
  "</",
  "/>",
  "<![CDATA[",
  "]]>",
  "<!DOCTYPE x [",
  "&#x0;",
  "&lt",
  "{",
  "}",
  "[",
  "]",
  '"',
  "\\",
  "\0",
  "\r",
  "\n",
  "\u001b[31m",
  "\u001b]0;",
  "##[group]",
  "##[error]",
  "not ok 1 - ",
  "1..9",
  "\ufeff",
  "\ud800",
  "((((((((",
  "        ",
  "aaaaaaaaaaaaaaaa",
  "::::::::",
  "--- FAIL: ",
  "error: ",
  "Tests run: 1, Failures: ",
].map((text) => new TextEncoder().encode(text));

function join2(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts).subarray(0, 1 << 16));
}

/** A file: pure noise, or a fixture cut, repeated, spliced and sprinkled with tokens and bytes. */
function file(): Uint8Array {
  if (next() < 0.15) return Uint8Array.from({ length: below(4096) }, () => below(256));
  let bytes: Uint8Array = pick(corpus).slice();
  for (let change = below(8); change >= 0; change -= 1) {
    const at = below(bytes.length + 1);
    const kind = below(6);
    if (kind === 0) bytes = bytes.slice(0, at);
    else if (kind === 1) bytes = join2([bytes.subarray(0, at), pick(tokens), bytes.subarray(at)]);
    else if (kind === 2)
      bytes = join2([bytes.subarray(0, at), pick(corpus).subarray(0, below(2048)), bytes.subarray(at)]);
    else if (kind === 3 && bytes.length > 0) bytes[below(bytes.length)] = below(256);
    else if (kind === 4)
      bytes = join2([
        bytes.subarray(0, at),
        ...Array.from({ length: below(200) }, () => pick(tokens)),
        bytes.subarray(at),
      ]);
    else bytes = join2([bytes.subarray(at), bytes.subarray(0, at)]);
  }
  return bytes;
}

/** A line of at most {@link LINE_LIMIT} characters, often one long run that a backtracking pattern would hate. */
function line(): string {
  const base = pick(corpus);
  const text = Buffer.from(base.subarray(below(base.length), below(base.length) + 400))
    .toString("latin1")
    .replace(/[\r\n]/g, " ");
  const run = pick([
    "a",
    " ",
    "(",
    "1",
    ".",
    ":",
    "/",
    "-",
    "a.",
    "a ",
    "1:",
    "::",
    '"',
    "\t",
    "error ",
    "at ",
  ]).repeat(LINE_LIMIT);
  return pick([text, run, text + run, run.slice(0, LINE_LIMIT / 2) + text]).slice(0, LINE_LIMIT);
}

const failures: string[] = [];
const slowest = { line: { ms: 0, what: "" }, file: { ms: 0, what: "" } };

function timed(what: string, bound: number, kind: "line" | "file", work: () => void): void {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const started = performance.now();
    try {
      work();
    } catch (error) {
      failures.push(
        `${what} threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      return;
    }
    best = Math.min(best, performance.now() - started);
    if (best <= bound) break;
  }
  if (best > bound) failures.push(`${what} took ${best.toFixed(0)} ms, bound ${bound} ms`);
  if (best > slowest[kind].ms) slowest[kind] = { ms: best, what };
}

const quiet = { test: () => {}, note: () => {} };
const words = vocabulary(RULES);
const counts = { files: 0, lines: 0 };
const until = performance.now() + seconds * 1000;
while (performance.now() < until && failures.length < 5) {
  const before = state;
  const bytes = file();
  const piece = 1 + below(bytes.length + 1);
  const text = Buffer.from(bytes).toString(next() < 0.8 ? "utf8" : "latin1");
  for (const reader of READERS) {
    timed(`reader ${reader.format} (state ${before})`, FILE_BOUND_MS, "file", () => {
      reader.sniff({ name: "fuzz", text });
      const parser = reader.open(quiet);
      for (let at = 0; at < text.length; at += piece) parser.write(text.slice(at, at + piece));
      parser.end();
    });
  }
  timed(`log scanner (state ${before})`, FILE_BOUND_MS, "file", () => {
    const log = readLog({ vocabulary: words, frameworks: FRAMEWORKS });
    for (let at = 0; at < bytes.length; at += piece) log.write(bytes.subarray(at, at + piece));
    log.end();
  });
  counts.files += 1;
  for (let n = 0; n < 3; n += 1) {
    const one = line();
    for (const rule of RULES) {
      for (const sign of rule.signs) {
        timed(
          `rule ${rule.id} on ${JSON.stringify(one.slice(0, 60))}… (state ${before})`,
          LINE_BOUND_MS,
          "line",
          () => {
            sign.re?.test(one);
            sign.not?.test(one);
          },
        );
      }
    }
    counts.lines += 1;
  }
}

console.log(
  `fuzz: seed ${seed}, ${counts.files} files through ${READERS.length} readers and the log scanner, ${counts.lines} lines through ${RULES.length} rules`,
);
console.log(
  `slowest file ${slowest.file.ms.toFixed(0)} ms (${slowest.file.what}); slowest line ${slowest.line.ms.toFixed(2)} ms (${slowest.line.what})`,
);
for (const failure of failures) console.log(`FAILED ${failure}`);
if (failures.length > 0) process.exitCode = 1;
