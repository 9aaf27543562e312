import { plainLine } from "../text/plain-line.ts";
import { barsSvg } from "./bars-svg.ts";
import { nameFinding } from "./name-finding.ts";
import { type ReportQuestion, reportPage } from "./report-page.ts";
import { lasting } from "./say-numbers.ts";
import { sparklineSvg } from "./sparkline-svg.ts";

export interface ReportFile {
  /** Relative to the top of the repository. */
  readonly path: string;
  readonly text: string;
}

const BARS = 10;
const LINES = 8;

/** Folder of the reports of sweeps. */
export const SWEEPS_FOLDER = ".assay/sweeps";

/**
 * The report of a week: a page of Markdown and its pictures beside it. What others named is neutral: no mention, no
 * reference, no mark-up. Lines of logs stand nowhere in it. The same week is always told in the same bytes. Pure.
 */
export function sweepReport(question: ReportQuestion): readonly ReportFile[] {
  const { week, findings } = question;
  const folder = `${SWEEPS_FOLDER}/${week}`;
  const costly = findings.filter(({ minutes }) => minutes > 0).slice(0, BARS);
  const bars =
    costly.length === 0
      ? []
      : [
          {
            path: `${folder}/minutes.svg`,
            text: barsSvg(
              `Minutes by finding in ${week}`,
              costly.map((one) => ({
                name: plainLine(nameFinding(one)),
                value: one.minutes,
                told: `${one.minutes.toFixed(1)} min`,
              })),
            ),
          },
        ];
  const lines = findings
    .filter(({ trend }) => trend.length > 1)
    .slice(0, LINES)
    .map((one) => ({
      finding: one,
      path: `${folder}/${one.fingerprint}.svg`,
      text: sparklineSvg(
        `${plainLine(nameFinding(one))} by week`,
        one.trend.map(({ week: of, value }) => ({ week: of, value, told: lasting(value) })),
      ),
    }));
  const text = reportPage(question, {
    bars: bars.length > 0,
    lines: new Set(lines.map(({ finding }) => finding.fingerprint)),
  });
  return [
    { path: `${SWEEPS_FOLDER}/${week}.md`, text },
    ...bars,
    ...lines.map(({ path, text: drawn }) => ({ path, text: drawn })),
  ];
}
