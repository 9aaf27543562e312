import type { SweepShown } from "#knowledge";
import { tellTime } from "../../format/time.ts";
import { counted } from "../../terminal/age.ts";
import type { Block } from "../blocks.ts";
import type { Detail, Link } from "../screen.ts";
import { reportBlocks } from "./report-blocks.ts";

type Swept = SweepShown["swept"];
type Finding = Swept["findings"][number];

/** A week of a product: its findings, ranked, with what each rests on; beside it the report. */
export function sweepDetail({ product, week, swept, report, next }: SweepShown): Detail {
  return {
    path: null,
    blocks: [
      { kind: "title", text: `${product} ${week}` },
      { kind: "text", text: countWords(swept), tone: "quiet" },
      { kind: "gap" },
      ...endBlocks(swept),
      ...pair("next", next === null ? "no sweep is due: the workflow is off" : tellTime(next)),
      ...swept.findings.flatMap(findingBlocks),
    ],
    evidence: [
      { kind: "heading", text: "report" },
      ...(report === null
        ? [{ kind: "text", text: "It was kept in another form." } as const]
        : reportBlocks(report)),
    ],
    links: linksOf(swept),
    tests: [],
  };
}

function countWords({ looked, findings, leftOut }: Swept): string {
  const runs = looked.reduce((sum, one) => sum + one.runsBegun, 0);
  const read = looked.reduce((sum, one) => sum + one.runsRead, 0);
  return [
    `${counted(runs, "run")} in ${counted(looked.length, "repository", "repositories")}, ${read} read`,
    counted(findings.length, "finding"),
    ...(leftOut === 0 ? [] : [`${leftOut} more that weigh less`]),
  ].join(" · ");
}

function endBlocks({ issue, noIssue, home, files, problems, looked, doneAt }: Swept): Block[] {
  const unread = looked.flatMap(({ repository, unread: parts }) =>
    parts.map((text) => `${repository}: not read: ${text}`),
  );
  return [
    ...(doneAt === null
      ? [{ kind: "pair", label: "state", text: "not all is written yet", tone: "warn" } as const]
      : pair("swept", tellTime(doneAt))),
    ...pair(
      "issue",
      issue === null
        ? `none: ${noIssue ?? "none was to be opened"}`
        : `${issue.repository}#${issue.number}: ${issue.title}`,
    ),
    ...pair("report", home === null ? null : `${files[0] ?? "–"}, proposed to ${home}`),
    ...[...problems, ...unread].map(
      (text): Block => ({ kind: "pair", label: "problem", text, tone: "warn" }),
    ),
  ];
}

function findingBlocks(
  { says, repository, kind, confidence, minutes, weight, cost, evidence, issue }: Finding,
  index: number,
): Block[] {
  const facts = [
    `${kind.replaceAll("-", " ")} in ${repository}`,
    ...(minutes > 0 ? [`${minutes.toFixed(1)} min`] : []),
    `${confidence} confidence`,
    ...(minutes > 0 ? [`weight ${weight}`] : []),
    ...(issue === null ? [] : [`known as issue ${issue}`]),
  ];
  return [
    { kind: "gap" },
    { kind: "title", text: `${index + 1}. ${says}` },
    { kind: "text", text: facts.join(" · "), tone: "quiet" },
    ...evidence.map((text): Block => ({ kind: "item", text })),
    { kind: "item", text: `cost: ${cost}` },
  ];
}

/** The issue, then the pages of the findings, each once. */
function linksOf({ issue, findings }: Swept): Link[] {
  const labels = new Map(issue === null ? [] : [[issue.url, `issue ${issue.number}`]]);
  for (const { text, url } of findings.flatMap(({ links }) => links))
    if (/^https?:/.test(url) && !labels.has(url)) labels.set(url, text);
  return [...labels].map(([id, label]) => ({ label: `${label}  ${id}`, subject: { kind: "address", id } }));
}

function pair(label: string, text: string | null): Block[] {
  return text === null || text === "" ? [] : [{ kind: "pair", label, text }];
}
