import type { Failure, TestCase } from "./test-case.ts";

/** Something the reader of a report has to say about the file itself. */
export interface ReportNote {
  /**
   * `repaired`: damaged, and what could be saved was read. `unreadable`: nothing could be trusted.
   * `not-a-report`: a known file of another kind (coverage, lint, a summary), passed over.
   * `inconsistent`: its own totals do not add up. `suite-error`: something outside the tests failed (a suite,
   * a fixture, the run itself), so that the run is not green whatever its tests say. `info`: anything else
   * worth a line.
   */
  readonly kind: "repaired" | "unreadable" | "not-a-report" | "inconsistent" | "suite-error" | "info";
  /** 1-based line of the report file, where there is one. */
  readonly line?: number;
  readonly message: string;
}

/** Where a reader puts what it finds. Both are called synchronously, in the order of the file. */
export interface EvidenceSink {
  test(test: TestCase): void;
  /** `failure`: what failed outside the tests, where the note tells of that (`suite-error`). */
  note(note: ReportNote, failure?: Failure): void;
  /** What the report says of its run as a whole, where it says anything; called at most once. */
  run?(info: RunInfo): void;
}

/** What a report says of its run. */
export interface RunInfo {
  /** Who wrote the report, e.g. `assay/playwright`. */
  readonly recorder?: string;
  /** Milliseconds since the epoch. */
  readonly startedAt?: number;
  readonly commit?: string;
  readonly branch?: string;
  readonly part?: { readonly index: number; readonly of: number };
}

/** The beginning of a file, as the sniffers see it. */
export interface Head {
  /** The file's name, or `-`. */
  readonly name: string;
  /** The first 64 KiB, decoded, without a byte order mark. */
  readonly text: string;
  /** Local name of the first XML element, where the head is XML. */
  readonly xmlRoot?: string;
  /** Characters of other text before the XML, white space included. */
  readonly leading?: number;
  /** Where the head is JSON: what is in it. */
  readonly json?: JsonShape;
}

/** What the JSON in a head looks like. */
export interface JsonShape {
  readonly root: "object" | "array";
  /** Every path that occurs: keys, and `*` for any element, joined by `.`; e.g. `results.tests.*.name`. */
  readonly paths: ReadonlySet<string>;
  /** Documents begun in the head: 1, or more for a file with one a line. */
  readonly documents: number;
  /** Lines that are no JSON. */
  readonly noise: number;
}

/** A report being read: fed decoded text piece by piece, then closed. Neither call ever throws. */
export interface ReportParser {
  write(text: string): void;
  end(): void;
}

/**
 * A report format. One constant in one file under `readers/`, one line in `readers/index.ts`.
 *
 * Memory stays bounded by one test and the format's own nesting, whatever the size of the file, unless
 * the format is a single JSON document or says only at its end what a test belongs to (TRX; decisions/0007).
 * External entities are never resolved.
 */
export interface ReportReader {
  /** The value of `format` in the explanation, e.g. `junit`. */
  readonly format: string;
  readonly title: string;
  /** 0 = not mine, 1 = surely mine. The highest bidder reads; of equal bids the first by format name. */
  sniff(head: Head): number;
  /** `head` is what was sniffed, for readers that name what they see; without it they read all the same. */
  open(sink: EvidenceSink, head?: Head): ReportParser;
}
