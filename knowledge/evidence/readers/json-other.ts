import type { EvidenceSink, Head, JsonShape, ReportParser, ReportReader } from "../reader.ts";

/**
 * JSON that is no test report: named where it is known (coverage, lint, configuration), and passed over with
 * a note either way. The lowest bid, so that any format that knows the document reads it.
 */
export const jsonOther = {
  format: "json",
  title: "JSON that is no test report",
  sniff({ name, json, text }: Head) {
    if (json === undefined) return 0;
    // A log may be a single JSON answer of some service: without a name or a known shape it stays one.
    const known = json.noise === 0 && json.documents === 1 && kindOf(json, text) !== undefined;
    return known || /\.(?:json|jsonl|ndjson|sarif)(?:\.gz)?$/i.test(name) ? 0.05 : 0;
  },
  open(sink: EvidenceSink, head?: Head): ReportParser {
    return {
      write() {},
      end() {
        const what = head?.json === undefined ? undefined : kindOf(head.json, head.text);
        sink.note({
          kind: "not-a-report",
          message:
            what === undefined ? "JSON, but no test report that Assay knows" : `${what}, no test report`,
        });
      },
    };
  },
} as const satisfies ReportReader;

const KINDS: readonly {
  readonly what: string;
  is(paths: ReadonlySet<string>, text: string): boolean;
}[] = [
  {
    what: "SARIF findings",
    is: (paths) => paths.has("runs") && paths.has("version") && paths.has("$schema"),
  },
  {
    what: "Istanbul coverage",
    is: (paths, text) => /"statementMap"\s?:/.test(text) && paths.size > 0,
  },
  {
    what: "an Istanbul coverage summary",
    is: (paths) => paths.has("total.lines.pct") || paths.has("total.statements.pct"),
  },
  {
    what: "coverage.py's report",
    is: (paths) => paths.has("meta.branch_coverage") || paths.has("totals.percent_covered"),
  },
  {
    what: "golangci-lint findings",
    is: (paths) => paths.has("Issues") && paths.has("Report"),
  },
  {
    what: "ESLint findings",
    is: (paths) => paths.has("*.filePath") && paths.has("*.messages") && paths.has("*.errorCount"),
  },
  {
    what: "Pylint or Ruff findings",
    is: (paths) => (paths.has("*.message-id") || paths.has("*.noqa_row")) && paths.has("*.message"),
  },
  {
    what: "RuboCop findings",
    is: (paths) => paths.has("metadata.rubocop_version"),
  },
  {
    what: "an npm audit",
    is: (paths) => paths.has("auditReportVersion") && paths.has("vulnerabilities"),
  },
  { what: "a lock file", is: (paths) => paths.has("lockfileVersion") },
  {
    what: "a package manifest",
    is: (paths) =>
      paths.has("name") &&
      (paths.has("dependencies") || paths.has("devDependencies") || paths.has("scripts")),
  },
  {
    what: "a TypeScript configuration",
    is: (paths) => paths.has("compilerOptions"),
  },
  {
    what: "a JSON Schema",
    is: (paths) =>
      paths.has("$schema") || paths.has("$defs") || (paths.has("properties") && paths.has("type")),
  },
];

function kindOf(json: JsonShape, text: string): string | undefined {
  return KINDS.find(({ is }) => is(json.paths, text))?.what;
}
