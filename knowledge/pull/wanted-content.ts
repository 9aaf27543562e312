import { proposalEvidence } from "../acts/proposal-evidence.ts";
import type { Evidence, RequestContent } from "../proposal/request-content.ts";
import { primaryAnchor } from "../record/record.ts";
import { readRecordFile } from "../record/record-file.ts";
import { PROPOSALS_FOLDER } from "../store/knowledge-folder.ts";
import { parseProposal } from "../store/read-proposals.ts";

/** Characters that a request takes of an anchor, a claim and a link. */
const ANCHOR = 1_000;
const CLAIM = 4_000;
const LINK_TEXT = 200;
const LINK_URL = 500;

/** The run of a workflow that left what was learned from. */
export interface PulledFrom {
  readonly name: string;
  readonly url: string;
}

/**
 * What a run's files say, as it is proposed: a piece of evidence for each, with a link to the run. Errors:
 * proposal_invalid, for a file of ours that is no proposal.
 */
export async function wantedContent(
  files: ReadonlyMap<string, string>,
  { name, url }: PulledFrom,
): Promise<RequestContent> {
  const links = url.length > LINK_URL ? [] : [{ text: clipped(name, LINK_TEXT) || "the run", url }];
  const evidence: Evidence[] = [];
  for (const [path, text] of files) evidence.push(await evidenceOf(path, text, links));
  return {
    title: null,
    intro: "CI ran on the default branch, and this is what its reports showed.",
    files: [...files].map(([path, text]) => ({ path, text })),
    evidence,
  };
}

async function evidenceOf(path: string, text: string, links: Evidence["links"]): Promise<Evidence> {
  if (path.startsWith(`${PROPOSALS_FOLDER}/`)) {
    const id = path.slice(PROPOSALS_FOLDER.length + 1, -".yaml".length);
    return proposalEvidence(await parseProposal({ id, text, digest: "" }), links);
  }
  const file = await readRecordFile(path, text);
  const told = { cause: null, files: [path], why: null, links, log: [] };
  if (file.kind !== "record") return { ...told, anchor: clipped(path, ANCHOR), claim: "A record." };
  const { record } = file;
  return {
    ...told,
    anchor: clipped(primaryAnchor(record), ANCHOR),
    claim: clipped(record.claim, CLAIM),
    cause: record.root_cause ?? null,
    why: record.status === "candidate" ? "new: it becomes active where somebody accepts it" : null,
  };
}

function clipped(text: string, most: number): string {
  return text.slice(0, most).toWellFormed();
}
