import type { ListedProjection } from "../ledger/projection.ts";
import { applyQa, NO_QA } from "./apply-qa.ts";
import type { SubjectState } from "./subject-state.ts";
import { subjectSummary } from "./subject-summary.ts";

/** Streams `execution/<id>`: a plan that runs for nobody's item, and all that it proved. */
export const EXECUTION = {
  kind: "execution",
  v: 1,
  initial: NO_QA,
  apply: applyQa,
  summary: { v: 1, of: (state) => ({ ...subjectSummary(state) }) },
} as const satisfies ListedProjection<SubjectState>;
