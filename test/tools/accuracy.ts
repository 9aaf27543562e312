import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";

/**
 * `npm run accuracy [-- --corpus DIR] [--cli FILE] [--json] [--misses]`: runs the built `assay explain --json` over a
 * corpus of real logs and reports with known answers and scores it. The corpus is not part of the project;
 * without one nothing is measured, and that is said. Exit 1 when a bar is missed.
 */
interface Case {
  readonly id: string;
  readonly kind: "log" | "report";
  readonly log?: string;
  readonly report?: string;
  readonly passing?: string;
  readonly format?: string;
  readonly lines?: readonly { readonly error: readonly [number, number][] }[];
  readonly captures?: readonly string[];
  readonly category?: string;
  readonly accept?: readonly string[];
  readonly tests?: number;
  readonly failed?: number;
  readonly skipped?: number;
  readonly failed_tests?: readonly string[];
  readonly totals?: { cases: number; failed: number; errored: number; skipped: number; flaky: number };
  readonly malformed?: boolean;
}

interface Answer {
  readonly file: string;
  readonly format: string;
  readonly result: {
    cause: string;
    infrastructure: boolean;
    confidence: number;
    rule: string | null;
    evidence: { line: number; endLine: number; quote: string }[];
  };
  readonly errors: { line: number; endLine: number }[];
  readonly tests: null | {
    total: number;
    passed: number;
    failed: number;
    errored: number;
    skipped: number;
    flaky: number;
    failedNames: string[];
  };
  readonly notes: { kind: string; message: string }[];
}

interface Score {
  readonly name: string;
  readonly value: number;
  readonly of: number;
  readonly bar: number | null;
  readonly atMost?: boolean;
  readonly misses: readonly string[];
}

const root = join(import.meta.dirname, "..", "..");
const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};

function explain(args: string[]): Answer[] {
  const done = spawnSync(
    process.execPath,
    [option("cli") ?? join(root, "dist/bin.cjs"), "explain", "--json", ...args],
    {
      encoding: "utf8",
      maxBuffer: 1 << 30,
    },
  );
  if (done.status !== 0)
    throw new Error(
      `assay explain ${args.join(" ")} exited ${done.status}: ${done.stderr}${done.stdout.slice(0, 2000)}`,
    );
  return (JSON.parse(done.stdout) as { files: Answer[] }).files;
}

/** The text of the lines of a file as people number them: LF, CRLF and a lone CR end a line. */
function lineCount(path: string): number {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1");
  return text.split(/\r\n|\n|\r/).length;
}

const within = (line: number | undefined, ranges: readonly [number, number][]): boolean =>
  line !== undefined && ranges.some(([from, to]) => line >= from && line <= to);

function shown(answer: Answer): Set<number> {
  const lines = new Set<number>();
  for (const range of [...answer.result.evidence, ...answer.errors]) {
    for (let line = range.line; line <= range.endLine; line += 1) lines.add(line);
  }
  return lines;
}

function recall(lines: ReadonlySet<number>, annotation: readonly [number, number][]): number {
  let hit = 0;
  let all = 0;
  for (const [from, to] of annotation) {
    for (let line = from; line <= to; line += 1) {
      all += 1;
      if (lines.has(line)) hit += 1;
    }
  }
  return all === 0 ? 1 : hit / all;
}

const category = (answer: Answer): string =>
  answer.result.cause === "environment" && answer.result.infrastructure
    ? "infrastructure"
    : answer.result.cause;

function accepted(answer: Answer, accept: readonly string[]): boolean {
  return (
    accept.includes(category(answer)) ||
    (accept.includes("infrastructure") && answer.result.cause === "environment")
  );
}

/** The last title or method of a test's name, whichever way round the runner writes class and method. */
function lastPart(name: string): string {
  const bare = name.trim().replace(/:$/, "").replace(/\(\)$/, "");
  const turned = /^(.*?)\s*\(([\w.$[\]-]+)\)$/.exec(bare);
  if (turned !== null && (turned[2] as string).includes("."))
    return turned[1] === "" ? lastPart(turned[2] as string) : (turned[1] as string);
  const open = bare.search(/[[(]/);
  const head = open < 0 ? bare : bare.slice(0, open);
  const separators = [".", "::", " > ", "#"];
  const cut = Math.max(
    0,
    ...separators.map((mark) => head.lastIndexOf(mark) + (head.includes(mark) ? mark.length : 1)),
  );
  return bare.slice(cut).trim();
}

function sameNames(mine: readonly string[], truth: readonly string[]): boolean {
  const norm = (names: readonly string[]) => names.map(lastPart).sort().join("\n");
  return mine.length === truth.length && norm(mine) === norm(truth);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function share(
  name: string,
  bar: number | null,
  tried: readonly { id: string; right: boolean }[],
  atMost = false,
): Score {
  const misses = tried.filter(({ right }) => (atMost ? right : !right)).map(({ id }) => id);
  const hits = tried.filter(({ right }) => right).length;
  return { name, value: tried.length === 0 ? 0 : hits / tried.length, of: tried.length, bar, atMost, misses };
}

function score(corpus: string): Score[] {
  const cases = readFileSync(join(corpus, "cases.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Case);
  const path = (relative: string) => join(corpus, relative);
  const answers = new Map<string, Answer>();
  const batch = (some: readonly Case[]) => {
    for (let from = 0; from < some.length; from += 100) {
      const part = some.slice(from, from + 100);
      const files = explain(part.map((item) => path((item.log ?? item.report) as string)));
      for (const [index, item] of part.entries()) answers.set(item.id, files[index] as Answer);
    }
  };
  batch(cases.filter((item) => item.passing === undefined));
  for (const item of cases.filter(({ passing }) => passing !== undefined)) {
    const [answer] = explain([path(item.log as string), "--passing", path(item.passing as string)]);
    answers.set(item.id, answer as Answer);
  }
  const answer = (item: Case) => answers.get(item.id) as Answer;

  const pairs = cases.filter((item) => item.passing !== undefined && item.lines !== undefined);
  const firstTrue = (item: Case) =>
    (item.lines ?? []).some(
      ({ error }) =>
        within(answer(item).result.evidence[0]?.line, error) && within(answer(item).errors[0]?.line, error),
    );
  const github = pairs.filter((item) => item.format?.endsWith("GITHUB"));
  const annotated = cases.filter((item) => item.lines !== undefined);
  const recalls = annotated.map((item) => {
    const lines = shown(answer(item));
    return {
      id: item.id,
      recall: Math.max(...(item.lines ?? []).map(({ error }) => recall(lines, error))),
      share: lines.size / lineCount(path(item.log as string)),
    };
  });
  const causes = cases.filter((item) => item.accept !== undefined);
  const classes = Map.groupBy(causes, (item) => item.category as string);
  const big = [...classes].filter(([, members]) => members.length >= 5);
  const named = cases.filter((item) => item.failed_tests !== undefined);
  const wellFormed = cases.filter((item) => item.totals !== undefined && !item.malformed);
  const exact = (item: Case) => {
    const { totals } = item;
    const { tests } = answer(item);
    if (totals === undefined) return false;
    if (tests === null) return totals.cases === 0;
    return (
      tests.total === totals.cases &&
      tests.failed === totals.failed &&
      tests.errored === totals.errored &&
      tests.skipped === totals.skipped &&
      tests.flaky === totals.flaky
    );
  };
  const counted = cases.filter((item) => item.kind === "log" && item.tests !== undefined);
  const captured = cases.filter((item) => item.captures !== undefined);

  return [
    share(
      "cidiff pairs: first reported line true",
      0.88,
      pairs.map((item) => ({ id: item.id, right: firstTrue(item) })),
    ),
    {
      ...share(
        "  of these on GitHub",
        null,
        github.map((item) => ({ id: item.id, right: firstTrue(item) })),
      ),
      bar: (github.length - 1) / github.length,
    },
    {
      name: "line recall (mean)",
      value: mean(recalls.map((item) => item.recall)),
      of: recalls.length,
      bar: 0.6,
      misses: recalls
        .filter((item) => item.recall < 0.6)
        .map((item) => `${item.id} ${item.recall.toFixed(2)}`),
    },
    {
      name: "share of the log shown (mean)",
      value: mean(recalls.map((item) => item.share)),
      of: recalls.length,
      bar: 0.05,
      atMost: true,
      misses: recalls
        .filter((item) => item.share > 0.05)
        .map((item) => `${item.id} ${item.share.toFixed(3)}`),
    },
    share(
      "cause accepted",
      0.85,
      causes.map((item) => ({
        id: `${item.id} got ${category(answer(item))} by ${answer(item).result.rule}, accept ${item.accept}`,
        right: accepted(answer(item), item.accept ?? []),
      })),
    ),
    share(
      "cause wrong (neither accepted nor unknown)",
      0.05,
      causes.map((item) => ({
        id: `${item.id} got ${category(answer(item))} by ${answer(item).result.rule}`,
        right: !accepted(answer(item), item.accept ?? []) && category(answer(item)) !== "unknown",
      })),
      true,
    ),
    share(
      "category right",
      0.7,
      causes.map((item) => ({
        id: `${item.id} got ${category(answer(item))} by ${answer(item).result.rule}, is ${item.category}`,
        right: category(answer(item)) === item.category,
      })),
    ),
    {
      name: "category macro recall (classes of 5+)",
      value: mean(
        big.map(
          ([name, members]) =>
            members.filter((item) => category(answer(item)) === name).length / members.length,
        ),
      ),
      of: big.length,
      bar: 0.6,
      misses: big.map(
        ([name, members]) =>
          `${name} ${members.filter((item) => category(answer(item)) === name).length}/${members.length}`,
      ),
    },
    share(
      "failed tests of logs: names equal",
      0.9,
      named.map((item) => ({
        id: `${item.id} ${answer(item).tests?.failedNames.length ?? 0}/${item.failed_tests?.length}`,
        right: sameNames(answer(item).tests?.failedNames ?? [], item.failed_tests ?? []),
      })),
    ),
    share(
      "  test counts of logs equal",
      null,
      counted.map((item) => ({
        id: `${item.id} ${answer(item).tests?.total ?? 0}/${item.tests}`,
        right: (answer(item).tests?.total ?? 0) === item.tests,
      })),
    ),
    share(
      "  captured text in the evidence",
      null,
      captured.map((item) => ({
        id: item.id,
        right: (item.captures ?? []).some((text) =>
          answer(item).result.evidence.some(({ quote }) =>
            quote.includes(text.replace(/\u001b\[[\d;]*m/g, "").trim()),
          ),
        ),
      })),
    ),
    share(
      "report totals exact (well-formed)",
      0.99,
      wellFormed.map((item) => ({
        id: `${item.id} ${JSON.stringify(answer(item).tests)?.slice(0, 90)} ${JSON.stringify(item.totals)}`,
        right: exact(item),
      })),
    ),
    share(
      "malformed repaired or refused",
      1,
      cases
        .filter((item) => item.malformed)
        .map((item) => ({
          id: item.id,
          right: answer(item).notes.some(({ kind }) => kind === "repaired" || kind === "unreadable"),
        })),
    ),
  ];
}

const corpus = resolve(option("corpus") ?? join(root, "..", "shared", "corpus"));
if (!existsSync(join(corpus, "cases.jsonl"))) {
  console.log(`no corpus at ${corpus}: nothing measured (name one with --corpus DIR)`);
} else {
  const scores = score(corpus);
  if (process.argv.includes("--json")) {
    process.stdout.write(`${JSON.stringify({ schemaVersion: 1, kind: "accuracy", scores }, null, 2)}\n`);
  } else {
    for (const { name, value, of, bar, atMost, misses } of scores) {
      const word = bar === null ? "      " : (atMost ? value <= bar : value >= bar) ? "ok    " : "MISSED";
      console.log(
        `${word} ${name.padEnd(44)} ${value.toFixed(3)} of ${String(of).padStart(3)}${bar === null ? "" : `  bar ${atMost ? "≤" : "≥"} ${bar.toFixed(3)}`}`,
      );
      if (process.argv.includes("--misses")) for (const miss of misses) console.log(`         ${miss}`);
    }
  }
  if (scores.some(({ value, bar, atMost }) => bar !== null && (atMost ? value > bar : value < bar)))
    process.exitCode = 1;
}
