import type * as z from "zod/mini";
import type { QaArtifact, QaRun } from "../../../qa/qa-run.ts";
import type { Requirement } from "../../../qa/requirement.ts";
import { QaArtifactRow, QaRunRow, RequirementRow } from "../../../qa/row-schemas.ts";

/** Rows as answers hold them: the columns of the contract. */
export const RequirementOut: z.ZodMiniType<Requirement> = RequirementRow;
export const RunOut: z.ZodMiniType<QaRun> = QaRunRow;
export const ArtifactOut: z.ZodMiniType<QaArtifact> = QaArtifactRow;
