import type { RecordHistory, ShownRecord } from "#knowledge";
import type { Block } from "../blocks.ts";
import type { Detail, Link } from "../screen.ts";
import { shortId, subjectOf } from "../subject.ts";

const BARS = "▁▂▃▄▅▆▇█";

/** A record: what it says, where it holds, since when; beside it what shows it and who decided. */
export function recordDetail(shown: ShownRecord, history: RecordHistory): Detail {
  const { record, claim, path, scope, links } = shown;
  const { evidence, promotion, baseline } = record;
  const blocks: Block[] = [
    { kind: "title", text: claim },
    { kind: "gap" },
    ...pair("status", [record.status, record.held && `held: ${record.held}`].filter(Boolean).join(" · ")),
    ...pair("kind", [record.kind, record.type].filter(Boolean).join(" · ")),
    ...record.anchors.flatMap((anchor, at) => pair(at === 0 ? "anchors" : "", anchor)),
    ...pair("scope", scope),
    ...pair("cause", record.root_cause),
    { kind: "gap" },
    ...pair("true since", time(record.valid_from)),
    ...pair("known since", time(record.learned_at)),
    ...pair("until", record.superseded_at && time(record.superseded_at)),
    ...links.flatMap((link) =>
      pair(
        link.relation === "supersedes" ? "replaces" : "replaced by",
        `${link.id}${link.record === null ? " (missing)" : `: ${link.record.claim}`}${link.bothEnds ? "" : " (one-sided: run `assay check`)"}`,
      ),
    ),
    ...pair("decided", promotion && `${promotion.path} by ${promotion.by}, ${time(promotion.at)}`),
    ...pair("written by", `${record.curated_by}, ${record.origin}`),
    ...pair("id", record.id),
    ...pair("file", path),
    ...(baseline === undefined ? [] : series(baseline)),
  ];
  return {
    path,
    blocks,
    evidence: [
      { kind: "heading", text: "evidence" },
      ...(evidence === undefined
        ? [{ kind: "text", text: "None is kept with this record." } as const]
        : [
            ...pair(
              "run",
              [evidence.run, evidence.step && `step ${evidence.step}`].filter(Boolean).join(", "),
            ),
            ...pair("check", evidence.check),
            ...pair("matched", evidence.matched?.toString()),
            ...pair("complete", evidence.complete ? "yes" : "no"),
          ]),
      ...pair("confirmed", confirmed(history)),
      ...(history.events.length === 0
        ? []
        : [{ kind: "gap" } as const, { kind: "heading", text: "history" } as const]),
      ...[...history.events].reverse().map(eventBlock),
    ],
    links: linksOf(shown, history),
    tests: [],
  };
}

function confirmed({ confirmations: { count, last } }: RecordHistory): string {
  if (count === 0) return "by no run yet";
  return `by ${count} ${count === 1 ? "run" : "runs"}${last === null ? "" : `, last ${time(last)}`}`;
}

type RecordEvent = RecordHistory["events"][number];

function eventBlock({ at, what, run, by, outcome, reason, other }: RecordEvent): Block {
  return {
    kind: "pair",
    label: at.slice(0, 10),
    text: [
      what.toLowerCase(),
      ...(outcome === "applied" ? [] : [outcome]),
      ...(other === null ? [] : [`with ${other}`]),
      run === null ? `by ${by}` : `in run ${shortId(run)}`,
      ...(reason === null ? [] : [reason]),
    ].join(" · "),
  };
}

/** A measurement's values as a row of bars, with what they lie between. */
function series({ unit, values, median, spread }: NonNullable<ShownRecord["record"]["baseline"]>): Block[] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const bars = values.map((value) => BARS[high === low ? 3 : Math.round(((value - low) / (high - low)) * 7)]);
  return [
    { kind: "gap" },
    { kind: "heading", text: "values" },
    ...(values.length === 0 ? [] : [{ kind: "text", text: bars.join("") } as const]),
    {
      kind: "text",
      text: `${values.join(", ")} ${unit}; median ${median} ${unit}, spread ${spread} ${unit}`,
    },
  ];
}

function linksOf({ record, links }: ShownRecord, { events }: RecordHistory): Link[] {
  const runs = new Set([
    ...(record.evidence === undefined ? [] : [record.evidence.run]),
    ...events.flatMap(({ run }) => (run === null ? [] : [run])),
  ]);
  return [
    ...links.map(({ relation, id }) => ({
      label: `${relation === "supersedes" ? "replaces" : "replaced by"} ${id}`,
      subject: subjectOf(id),
    })),
    ...[...runs].map((run) => ({ label: `run ${run}`, subject: { kind: "run", id: run } as const })),
  ];
}

function time(iso: string): string {
  return iso.replace("T", " ").replace(/(?::\d\d)?(?:\.\d+)?Z$/, " UTC");
}

function pair(label: string, text: string | null | undefined): Block[] {
  return text === null || text === undefined || text === "" ? [] : [{ kind: "pair", label, text }];
}
