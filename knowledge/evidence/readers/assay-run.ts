import { jsonLine } from "../json/json-line.ts";
import { plainValue } from "../json/json-node.ts";
import { openJsonReport } from "../json/json-report.ts";
import { lineSplitter } from "../json/line-splitter.ts";
import type { EvidenceSink, Head, ReportParser, ReportReader } from "../reader.ts";
import { openRunEvents, type RunEvents } from "../shared/run-events.ts";

/** Assay's own run format (`docs/run.schema.json`), the only one that carries steps. */
export const assayRun = {
  format: "assay-run",
  title: "Assay run",
  sniff({ json, text }: Head) {
    if (json === undefined || !json.paths.has("assay") || !json.paths.has("v")) return 0;
    return /"assay"\s?:\s?"run"/.test(text) ? 1 : 0;
  },
  open: openRun,
} as const satisfies ReportReader;

const BROKEN_LIMIT = 20;

/** One document or NDJSON: told apart by whether the first line is a whole JSON value. */
function openRun(sink: EvidenceSink): ReportParser {
  const run = openRunEvents(sink);
  let inner: ReportParser | null = null;
  let begun = "";
  const decide = (): ReportParser => {
    const first = begun.trimStart().split(/[\r\n]/, 1)[0] ?? "";
    const header = jsonLine(first, 1);
    const ndjson = header !== null && !/"events"\s?:/.test(first);
    return ndjson ? openLines(sink, run) : openDocument(sink, run);
  };
  return {
    write(text) {
      if (inner !== null) {
        inner.write(text);
        return;
      }
      begun += text;
      if (!/\S[^\r\n]*[\r\n]/.test(begun) && begun.length < 65_536) return;
      inner = decide();
      inner.write(begun);
      begun = "";
    },
    end() {
      if (inner === null) {
        inner = decide();
        inner.write(begun);
      }
      inner.end();
      run.end();
    },
  };
}

function openLines(sink: EvidenceSink, run: RunEvents): ReportParser {
  let broken = 0;
  return lineSplitter((text, at) => {
    if (text.trim() === "") return;
    const node = jsonLine(text, at);
    if (node !== null) run.take(node);
    else if (++broken <= BROKEN_LIMIT) {
      sink.note({
        kind: "repaired",
        line: at,
        message: "a line that is no JSON is passed over",
      });
    }
  });
}

function openDocument(sink: EvidenceSink, run: RunEvents): ReportParser {
  const header: Record<string, unknown> = {};
  return openJsonReport(sink, ["events.*", "part"], () => ({
    value(path, node) {
      if (path === "events.*") {
        if (node.whole) run.take(node);
      } else if (path === "v" && typeof node.value === "number") run.version(node.value, node.line);
      else if (!path.includes(".")) header[path] = plainValue(node);
    },
    end() {
      run.header(header);
    },
  }));
}
