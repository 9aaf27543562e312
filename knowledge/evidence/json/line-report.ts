import type { ReportParser } from "../reader.ts";
import { lineSplitter } from "./line-splitter.ts";

/** A format that is read line by line. */
export interface LineReport {
  /** `at` counts from 1. */
  line(text: string, at: number): void;
  end(): void;
}

/** A parser that cuts its text into lines for `report`. */
export function openLineReport(report: LineReport): ReportParser {
  const lines = lineSplitter(report.line);
  return {
    write: lines.write,
    end() {
      lines.end();
      report.end();
    },
  };
}
