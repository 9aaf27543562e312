import * as z from "zod/mini";
import type { ChangeSummary } from "../change/change-run.ts";
import { AssayError } from "../errors.ts";
import type { KnownRecord } from "../learn/curate/curation.ts";
import type { LearningSummary } from "../learn/learning-run.ts";
import type { Deps } from "../ports/deps.ts";
import { runRows } from "../run/run-queue.ts";
import { readKnownRecords } from "../store/known-records.ts";
import { type PlacedProposal, readProposals } from "../store/read-proposals.ts";
import { timesWord } from "../text/times-word.ts";
import { changeRows } from "../work/change-rows.ts";
import { operation } from "./operation.ts";
import { Inbox } from "./views/inbox-items.ts";
import { openItems } from "./views/open-items.ts";

type Row = Extract<LearningSummary, { kind: "run" }>;
type Item = Inbox["needsYou"][number];
type News = Inbox["recent"][number];

const RECENT = 10;
/** Items of one kind that wait. */
const MOST = 50;

/**
 * What waits for a person: red runs of this branch that nobody marked and no later run of the job made good, default
 * branches that are watched and red, open questions, proposals, open proposal requests, changes under QA whose run
 * ended for a person, and runs whose learning failed too often. Errors: those of the settings, the ledger and the
 * records.
 */
export const inbox = operation({
  id: "inbox",
  title: "Show what waits for a person and what is new",
  input: z.object({}),
  output: Inbox,
  writes: false,
  async run(
    deps: Pick<
      Deps,
      "configFile" | "journal" | "ledger" | "proposals" | "recordIndex" | "records" | "repository"
    >,
  ): Promise<Inbox> {
    const rows = (await runRows(deps.ledger)).sort((a, b) => (a.at < b.at ? 1 : -1));
    const { records } = await deps.recordIndex.all();
    const counts = { active: 0, candidate: 0, open: 0 };
    const open: string[] = [];
    for (const { path, record } of records) {
      const { status } = record;
      if (status === "active" || status === "candidate" || status === "open") counts[status]++;
      if (status === "open") open.push(path);
    }
    const branch = await branchOf(deps.repository);
    const questions = await readKnownRecords(deps, open.sort().slice(0, MOST));
    const waiting = (await readProposals(deps.proposals)).placed;
    const { failures, requests, open: counted } = await openItems(deps);
    const stopped = (await changeRows(deps)).filter(({ outcome }) => outcome === "person");
    return {
      needsYou: [
        ...redRuns(rows, branch).slice(0, MOST).map(redItem),
        ...failures.slice(0, MOST),
        ...questions.map(question),
        ...waiting.slice(0, MOST).map(proposed),
        ...requests.slice(0, MOST),
        ...stopped.slice(0, MOST).map(stoppedItem),
        ...rows
          .filter(({ parked }) => parked)
          .slice(0, MOST)
          .map(parkedItem),
      ],
      recent: rows.flatMap(newsOf).slice(0, RECENT),
      open: counted,
      records: counts,
    };
  },
});

async function branchOf(repository: Deps["repository"]): Promise<string | null> {
  try {
    return (await repository.head()).branch;
  } catch (error) {
    // Without git no branch is told apart.
    if (error instanceof AssayError) return null;
    throw error;
  }
}

/** Newest first. */
function redRuns(rows: readonly Row[], branch: string | null): Row[] {
  const madeGood = new Set<string>();
  return rows.filter((row) => {
    if (branch !== null && row.branch !== null && row.branch !== branch) return false;
    const job = row.job ?? "";
    if (row.verdict === "pass") madeGood.add(job);
    const isRed = row.verdict === "fail" || row.verdict === "error";
    return isRed && row.marks.length === 0 && !madeGood.has(job);
  });
}

function redItem({ run, at, verdict, tests, causes }: Row): Item {
  const failed = tests.failed + tests.errored;
  const why = Object.entries(causes).map(([cause, number]) => `${number} ${cause.replaceAll("_", " ")}`);
  const text = [failed === 0 ? verdict : `${failed} failed`, ...why].join(", ");
  return { kind: "run", id: run, text, at };
}

function parkedItem({ run, at, waiting }: Row): Item {
  return { kind: "queue", id: run, text: `${waiting[0] ?? "learning"} failed again and again`, at };
}

function question({ file: { record } }: KnownRecord): Item {
  return { kind: "question", id: record.id, text: record.claim, at: record.learned_at };
}

function proposed({ proposal: { id, op, claim, at } }: PlacedProposal): Item {
  return { kind: "proposal", id, text: `${op}: ${claim}`, at };
}

function stoppedItem({ repository, number, returnRounds, why, title, at }: ChangeSummary): Item {
  const back = returnRounds === 0 ? [] : [`sent back ${timesWord(returnRounds)}`];
  const text = [...back, why?.replaceAll("-", " ") ?? "waits", title].join(", ");
  return { kind: "change", id: `${repository}#${number}`, text, at };
}

function newsOf({ run, at, verdict, tests, learned }: Row): News[] {
  const ran: News = {
    kind: "run",
    id: run,
    text: `${verdict}, ${tests.total || "no"} ${tests.total === 1 ? "test" : "tests"}`,
    at,
  };
  const added = learned === null ? 0 : learned.added + learned.superseded;
  if (learned === null || added + learned.confirmed === 0) return [ran];
  const text = `${added} new, ${learned.confirmed} confirmed, ${learned.promoted} promoted`;
  return [ran, { kind: "learned", id: run, text, at }];
}
