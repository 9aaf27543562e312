import type { Config } from "../config/config.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { lookedAt } from "./looked-at.ts";
import { type IssuePlan, planIssue } from "./plan-issue.ts";
import { rankFindings } from "./rank-findings.ts";
import type { ObservedProduct } from "./read-product.ts";
import { sweepReport } from "./report.ts";
import type { SweepContent } from "./sweep-content.ts";
import type { Week } from "./week.ts";
import { keptSeries, seriesOf } from "./week-series.ts";

export interface SweepScene {
  readonly week: Week;
  readonly product: string;
  readonly timeZone: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly config: Pick<Config, "labels" | "scopes" | "tests">;
  readonly mask: SecretMask;
}

export interface DecidedSweep {
  readonly content: SweepContent;
  /**
   * A private repository where there is one, so that nothing of it is told in a public one; else the first. By its name in
   * the settings, as everything that is proposed: a request is one whatever its repository is called by now.
   */
  readonly home: string | null;
  readonly issue: IssuePlan;
}

/** What a week of CI comes to: findings, report, the one issue, and what later weeks compare with. Pure. */
export function decideSweep({ repositories, problems }: ObservedProduct, scene: SweepScene): DecidedSweep {
  const { week, product, timeZone, now, config, mask } = scene;
  const { findings, leftOut } = rankFindings(week, repositories, config);
  const looked = repositories.map(lookedAt);
  const home = repositories.find(({ isPublic }) => !isPublic) ?? repositories[0];
  const told = home?.isPublic === true ? withoutNames(problems) : problems;
  const files = sweepReport({ findings, leftOut, product, timeZone, week, looked, problems: told, mask });
  const issues = new Map(repositories.map((one) => [one.repository as string, one.issues]));
  const series = repositories.map(
    ({ repository, runs, earlier, isEarlierNew }) =>
      [
        repository.toLowerCase(),
        [{ week, series: seriesOf(runs) }, ...(isEarlierNew ? earlier : [])].map((one) => ({
          week: one.week,
          series: keptSeries(one.series),
        })),
      ] as const,
  );
  return {
    content: { v: 1, findings, leftOut, looked, problems, files, series: Object.fromEntries(series) },
    home: home?.asked ?? home?.repository ?? null,
    issue: planIssue(findings, { week, product, now, labels: config.labels, issues, mask }),
  };
}

/** For everybody to read: what could not be looked at may be private. */
function withoutNames(problems: readonly string[]): readonly string[] {
  const { length } = problems;
  if (length === 0) return [];
  return [
    `${length === 1 ? "one more repository" : `${length} more repositories`} of the product could not be looked at`,
  ];
}
