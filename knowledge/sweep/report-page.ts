import type { SecretMask } from "../record/secret-mask.ts";
import { say } from "../telling/say.ts";
import { sayLink } from "../telling/say-link.ts";
import type { Finding } from "./finding.ts";
import type { LookedAt } from "./looked-at.ts";
import { nameFinding } from "./name-finding.ts";
import type { RankedFindings } from "./rank-findings.ts";
import { counted, lasting } from "./say-numbers.ts";
import type { Week } from "./week.ts";

/** What a report tells. */
export interface ReportQuestion extends RankedFindings {
  readonly product: string;
  readonly timeZone: string;
  readonly week: Week;
  readonly looked: readonly LookedAt[];
  /** Of whole repositories, for people. */
  readonly problems: readonly string[];
  readonly mask: SecretMask;
}

/**
 * The page of a report, Markdown; `pictures` are the fingerprints of the findings that have one. What others named is
 * neutral. Pure.
 */
export function reportPage(
  question: ReportQuestion,
  pictures: { readonly bars: boolean; readonly lines: ReadonlySet<string> },
): string {
  const { week, findings, mask } = question;
  return [
    ...lead(question),
    ...(pictures.bars ? ["", `![Minutes by finding](${week}/minutes.svg)`] : []),
    ...findings
      .filter(isTold)
      .flatMap((one, index) => section(one, index, pictures.lines.has(one.fingerprint), question)),
    ...neverFailed(findings, mask),
    ...lookedAt(question),
    ...ownIssues(question),
    "",
  ].join("\n");
}

/** What never failed is told in a table of its own. */
function isTold({ kind }: Finding): boolean {
  return kind !== "never-failed";
}

function lead({
  product,
  week,
  timeZone,
  findings,
  leftOut,
  looked,
  mask,
}: ReportQuestion): readonly string[] {
  const told = findings.filter(isTold);
  const runs = looked.reduce((sum, one) => sum + one.runsBegun, 0);
  const rows = told.map((one, index) =>
    row([
      String(index + 1),
      say(nameFinding(one), { mask }, 160),
      one.minutes > 0 ? minutes(one) : "–",
      one.reruns > 0 ? String(one.reruns) : "–",
      one.confidence,
      one.minutes > 0 ? String(one.weight) : "–",
      one.issue === null ? "–" : `issue ${one.issue}`,
    ]),
  );
  return [
    `# CI of ${say(product, { mask }, 80)}, week ${week}`,
    "",
    `Monday to Sunday in ${say(timeZone, { mask }, 60)}, on the default branch of ${looked.length} ${looked.length === 1 ? "repository" : "repositories"}: ${counted(runs, "run")}, ${counted(told.length, "finding")}${leftOut > 0 ? `, and ${leftOut} that weigh less are left out` : ""}. Nothing was run again to find out.`,
    ...(told.length === 0
      ? []
      : [
          "",
          "Ranked by the minutes that a finding cost in the week or puts at risk, times how sure it is (high 1, medium 0.6, low 0.3); where no minutes are known, by kind.",
          "",
          row(["", "finding", "minutes", "reruns", "sure", "weight", "known as"]),
          row(["---:", "---", "---:", "---:", "---", "---:", "---"]),
          ...rows,
        ]),
  ];
}

function section(
  one: Finding,
  index: number,
  hasPicture: boolean,
  { mask, week }: ReportQuestion,
): readonly string[] {
  const links = one.links.map(({ text, url }) => sayLink(text, url, { mask }));
  return [
    "",
    `## ${index + 1}. ${say(nameFinding(one), { mask }, 160)}`,
    "",
    `${say(one.says, { mask }, 600)} In ${say(one.repository, { mask }, 140)}.`,
    "",
    ...one.evidence.map((text) => `- ${say(text, { mask }, 500)}`),
    `- Cost: ${say(one.cost, { mask }, 300)}.`,
    ...(links.length === 0 ? [] : [`- See ${links.join(", ")}.`]),
    ...(!hasPicture ? [] : ["", `![By week](${week}/${one.fingerprint}.svg)`]),
  ];
}

function neverFailed(findings: readonly Finding[], mask: SecretMask): readonly string[] {
  const all = findings.filter((one) => !isTold(one));
  if (all.length === 0) return [];
  return [
    "",
    "## No failure seen",
    "",
    "This does not make them useless: they may fail on changes before these are merged, which is not seen here.",
    "",
    row(["check", "results", "may fail in up to (95 %)", "took"]),
    row(["---", "---:", "---:", "---"]),
    ...all.map((one) =>
      row([
        `${say(one.subject.job ?? "", { mask }, 120)} (${say(one.repository, { mask }, 140)})`,
        String(one.samples),
        `${((one.rate?.bounds.high ?? 1) * 100).toFixed(1)} %`,
        lasting(one.trend.at(-1)?.value ?? 0),
      ]),
    ),
  ];
}

function lookedAt({ looked, problems, mask }: ReportQuestion): readonly string[] {
  const notes = [
    ...looked.flatMap(({ repository, unread }) => unread.map((text) => `${repository}: not read: ${text}`)),
    ...problems,
  ];
  return [
    "",
    "## What was looked at",
    "",
    row(["repository", "branch", "runs", "read", "failed", "weeks before it", "merged", "learned runs"]),
    row(["---", "---", "---:", "---:", "---:", "---:", "---:", "---:"]),
    ...looked.map((one) =>
      row([
        say(one.repository, { mask }, 140),
        say(one.branch, { mask }, 100),
        String(one.runsBegun),
        String(one.runsRead),
        String(one.runsFailed),
        String(one.weeksBefore),
        one.merged === null ? "not known" : String(one.merged),
        String(one.learnedRuns),
      ]),
    ),
    ...(notes.length === 0 ? [] : ["", ...notes.map((text) => `- ${say(text, { mask }, 400)}`)]),
  ];
}

/** Numbers without a sign before them, so that none of them is told that it was named. */
function ownIssues({ looked, mask }: ReportQuestion): readonly string[] {
  const rows = looked.flatMap(({ repository, issues }) =>
    issues.map(({ number, title, label, state, when }) =>
      row([
        say(repository, { mask }, 140),
        `issue ${number}`,
        say(title, { mask }, 160, "(no title)"),
        label,
        when === null ? state : `${state}, ${when} in the week`,
      ]),
    ),
  );
  if (rows.length === 0) return [];
  return [
    "",
    "## The QA engineer's own issues",
    "",
    row(["repository", "issue", "title", "label", "state"]),
    row(["---", "---", "---", "---", "---"]),
    ...rows,
  ];
}

function minutes({ minutes: value }: Finding): string {
  return `${value.toFixed(1)} min`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
