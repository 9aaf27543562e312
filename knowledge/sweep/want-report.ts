import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { RequestContent } from "../proposal/request-content.ts";
import { wantRequest } from "../proposal/want-request.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { nameFinding } from "./name-finding.ts";
import { SWEEPS_FOLDER } from "./report.ts";
import { counted } from "./say-numbers.ts";
import type { SweepContent } from "./sweep-content.ts";
import type { Week } from "./week.ts";

/** Findings that the request's own table has; the report has all. */
const TOLD = 20;

export interface ReportHandOver {
  readonly home: RepositoryName;
  readonly organisation: string;
  readonly product: string;
  readonly week: Week;
  readonly content: SweepContent;
  readonly by: string;
  readonly mask: SecretMask;
}

/**
 * Hands the report of a week over to the rolling request of its repository, in place of one of an earlier week that
 * nobody merged; done again it changes nothing. Errors: those of the ledger and the artifacts.
 */
export async function wantReport(
  deps: Pick<Deps, "ledger" | "artifacts" | "clock">,
  { home, organisation, product, week, content, by, mask }: ReportHandOver,
): Promise<void> {
  await wantRequest(
    deps,
    { repository: home, kind: "sweep" },
    {
      source: `sweep ${organisation}.${product}`,
      by,
      content: reportRequest({ product, week, content }),
      mask,
    },
  );
}

/** The report as what is proposed: all files, and for each of the first findings a line of evidence. Pure. */
export function reportRequest({
  product,
  week,
  content: { findings, files },
}: Pick<ReportHandOver, "product" | "week" | "content">): RequestContent {
  const page = `${SWEEPS_FOLDER}/${week}.md`;
  const told = findings.filter(({ kind }) => kind !== "never-failed");
  return {
    title: `Report of a week of CI: ${product} ${week}`,
    intro: `it is the sweep of ${product} in ${week}, with ${counted(told.length, "finding")}.`,
    files: files.map(({ path, text }) => ({ path, text })),
    evidence: [
      {
        anchor: `${product} ${week}`,
        claim: `What CI on the default branch showed in ${week}.`,
        cause: null,
        files: files.map(({ path }) => path),
        why: null,
        links: [],
        log: [],
      },
      ...told.slice(0, TOLD).map((one) => ({
        anchor: `${week} ${one.repository} ${nameFinding(one)}`.slice(0, 1_000).toWellFormed(),
        claim: one.says.slice(0, 4_000).toWellFormed(),
        cause: one.kind,
        files: [page],
        why: `ranked by ${one.weight} (${one.confidence} confidence): ${one.cost}`
          .slice(0, 2_000)
          .toWellFormed(),
        links: one.links
          .filter(({ text, url }) => text.length <= 200 && url.length <= 500)
          .map(({ text, url }) => ({ text, url })),
        log: [],
      })),
    ],
  };
}
