import type { ExportFormat } from "../export-format.ts";
import { checkRun } from "./check-run.ts";
import { ctrf } from "./ctrf.ts";
import { inToto } from "./in-toto.ts";
import { junit } from "./junit.ts";

/** Every format that results are exported in; their names differ. */
export const EXPORTS = [ctrf, junit, inToto, checkRun] as const satisfies readonly ExportFormat[];
