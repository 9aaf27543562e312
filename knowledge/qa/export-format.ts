import type { ExportSource } from "./export-source.ts";
import type { QaRefusal } from "./refusal.ts";

/** A format of the field that the results of a subject are written in: one constant in a file of its name, and a line in `exports/index.ts`. */
export interface ExportFormat {
  /** As in `--format`. */
  readonly format: string;
  readonly mediaType: string;
  /**
   * The document, ending in a line feed, or why there is none. The same source gives the same bytes: no time is in it but
   * those of events. Pure.
   */
  write(source: ExportSource): string | QaRefusal;
}
