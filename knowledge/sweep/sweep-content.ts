import * as z from "zod/mini";
import { AssayError } from "../errors.ts";
import type { Artifacts } from "../ports/artifacts.ts";
import { putJson } from "../run/evidence-artifact.ts";
import { Finding } from "./finding.ts";
import { LookedAt } from "./looked-at.ts";
import type { WeekSeries } from "./week-series.ts";

/** All that a sweep found and wrote, as an artifact (JSON); masked. */
export interface SweepContent {
  readonly v: 1;
  readonly findings: readonly Finding[];
  readonly leftOut: number;
  readonly looked: readonly LookedAt[];
  readonly problems: readonly string[];
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** By repository in small letters: what later weeks compare with, of this week and of earlier ones kept nowhere else. */
  readonly series: Readonly<Record<string, readonly WeekSeries[]>>;
}

const Form = z.lazy(() =>
  z.looseObject({
    v: z.literal(1),
    findings: z.array(Finding),
    leftOut: z.int(),
    looked: z.array(LookedAt),
    problems: z.array(z.string()),
    files: z.array(z.object({ path: z.string(), text: z.string() })),
    series: z.record(z.string(), z.array(z.object({ week: z.string(), series: z.array(z.looseObject({})) }))),
  }),
);

/** Keeps it and gives its digest. Errors: artifacts_unavailable. */
export function keepContent(artifacts: Artifacts, content: SweepContent): Promise<string> {
  return putJson(artifacts, content);
}

/**
 * What was kept of the sweep of a week; null where a newer Assay kept it in another form. Errors: sweep_missing,
 * artifact_corrupt, artifacts_unavailable.
 */
export async function readContent(
  artifacts: Artifacts,
  digest: string,
  week: string,
): Promise<SweepContent | null> {
  const bytes = await artifacts.get(digest);
  if (bytes === null) throw new AssayError("sweep_missing", { what: `what the sweep of ${week} found` });
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return z.safeParse(Form, value).success ? (value as SweepContent) : null;
}
