import type { ProposalSummary } from "#knowledge";
import { tellTime } from "../../format/time.ts";
import type { Block } from "../blocks.ts";
import type { Detail, Link } from "../screen.ts";
import { shortId, subjectOf } from "../subject.ts";

/** A proposal file: the claim as it is and as it would be, why it waits for a person, and where it comes from. */
export function proposalDetail(proposal: ProposalSummary): Detail {
  const { id, op, reason, why, run, at, anchors, claim, record, file } = proposal;
  return {
    path: file,
    blocks: [
      { kind: "title", text: `${op}: ${claim}` },
      { kind: "gap" },
      ...(record === null
        ? []
        : [
            ...pair("now", record.claim ?? `${record.id} is gone`),
            ...pair("record", record.status === null ? record.id : `${record.id} · ${record.status}`),
          ]),
      ...pair("proposed", claim),
      ...pair("waits", why === "" ? reason : `${reason}: ${why}`),
      ...anchors.flatMap((anchor, index) => pair(index === 0 ? "anchors" : "", anchor)),
      { kind: "gap" },
      ...pair("run", `${shortId(run)}, ${tellTime(at)}`),
      ...pair("proposal", id),
      ...pair("file", file),
    ],
    evidence: [],
    links: linksOf(proposal),
    tests: [],
  };
}

function linksOf({ record, run }: ProposalSummary): Link[] {
  return [
    ...(record === null ? [] : [{ label: `record ${record.id}`, subject: subjectOf(record.id) }]),
    { label: `run ${run}`, subject: { kind: "run", id: run } },
  ];
}

function pair(label: string, text: string): Block[] {
  return [{ kind: "pair", label, text }];
}
