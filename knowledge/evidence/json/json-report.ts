import type { EvidenceSink, ReportParser } from "../reader.ts";
import type { JsonNode } from "./json-node.ts";
import { jsonScanner } from "./json-scanner.ts";

/** One document of a JSON report format, being read. */
export interface JsonDocument {
  /** Called with the values at the paths that the format builds, and with scalars elsewhere. */
  value(path: string, node: JsonNode): void;
  /** The document is over; `line` is its last, `whole` false where it broke off. */
  end(line: number, whole: boolean): void;
}

const DAMAGE_LIMIT = 20;

/**
 * A parser of reports that are JSON documents: `paths` (e.g. `results.tests.*`) are built and handed to
 * `document`, one element at a time. Damage is told as `repaired` notes; every complete element before it counts.
 */
export function openJsonReport(
  sink: EvidenceSink,
  paths: readonly string[],
  openDocument: () => JsonDocument,
): ReportParser {
  const wanted = new Set(paths);
  let document: JsonDocument | null = null;
  let documents = 0;
  let damages = 0;
  let firstNoise: number | null = null;
  const current = (): JsonDocument => {
    document ??= openDocument();
    return document;
  };
  const scanner = jsonScanner({
    builds: (path) => wanted.has(path),
    value: (path, node) => current().value(path, node),
    document(line, whole) {
      const done = current();
      document = null;
      documents += 1;
      done.end(line, whole);
    },
    noise(line) {
      firstNoise ??= line;
    },
    damage(line, message) {
      damages += 1;
      if (damages <= DAMAGE_LIMIT) sink.note({ kind: "repaired", line, message });
    },
  });
  return {
    write: scanner.write,
    end() {
      scanner.end();
      if (firstNoise !== null) {
        sink.note({
          kind: "repaired",
          line: firstNoise,
          message: "text around the JSON document is passed over",
        });
      }
      if (documents > 1)
        sink.note({
          kind: "info",
          message: `${documents} JSON documents in one file, all read`,
        });
      if (documents === 0)
        sink.note({
          kind: "unreadable",
          message: "no JSON document in the file",
        });
    },
  };
}
