import * as z from "zod/mini";
import type { Projection } from "../ledger/projection.ts";
import { REQUEST_KINDS } from "../proposal/request-identity.ts";
import { ReadyView } from "./views/ready-view.ts";

const text = z.nullable(z.string());
const number = z.nullable(z.int());

const ChangeRow = z.union([
  // Nothing is told of a change in which no run was begun.
  z.strictObject({}),
  z.object({
    repository: z.string(),
    number: z.int(),
    title: z.string(),
    url: z.string(),
    run: z.int(),
    workflow: z.string(),
    step: text,
    round: z.int(),
    returnRounds: z.int(),
    outcome: z.nullable(z.enum(["done", "person", "closed"])),
    word: text,
    why: text,
    at: z.string(),
    waitingSince: text,
    ready: z.nullable(ReadyView),
    claim: z.nullable(z.object({ holder: z.string(), until: z.string() })),
  }),
]);

const RequestRow = z.object({
  repository: z.string(),
  kind: z.enum(REQUEST_KINDS),
  state: z.enum(["none", "open", "merged", "closed"]),
  number,
  url: text,
  title: text,
  items: z.int(),
  wanted: z.int(),
  left: text,
  openedAt: z.array(z.string()),
  at: z.string(),
});

const SweepRow = z.object({ week: text, findings: number, issue: number, doneAt: text });

const WatchRow = z.object({
  branch: text,
  commit: text,
  outcome: z.nullable(z.enum(["running", "passed", "failed", "unclear", "none"])),
  since: text,
  overtaken: z.int(),
  renamedTo: text,
  lost: z.nullable(z.enum(["missing", "empty", "archived"])),
  failures: z.array(
    z.object({
      failure: z.string(),
      at: z.string(),
      commit: z.string(),
      checks: z.array(z.string()),
      answer: z.enum(["triage", "comment", "reopen", "none"]),
      issue: number,
    }),
  ),
  openFailures: z.int(),
  due: z.array(
    z.object({
      failure: z.string(),
      kind: z.enum(["triage", "answer"]),
      claim: z.nullable(z.object({ holder: z.string(), until: z.string() })),
      waitsUntil: text,
    }),
  ),
  evidence: z.nullable(z.object({ tip: z.string(), done: z.boolean() })),
  evidenceFailed: z.nullable(z.object({ at: z.string(), tip: z.string() })),
  issues: z.array(z.int()),
  at: z.string(),
});

/** What lists stand on of the kinds whose events have no forms of their own. */
const ROWS = { change: ChangeRow, request: RequestRow, sweep: SweepRow, watch: WatchRow };

/** The same projection, whose summary throws where a list could not show it. */
export function listed<State>(kind: keyof typeof ROWS, projection: Projection<State>): Projection<State> {
  const { summary } = projection;
  if (summary === undefined) return projection;
  const of = (state: State) => {
    const row = summary.of(state);
    z.parse(ROWS[kind], row);
    return row;
  };
  return { ...projection, summary: { v: summary.v, of } };
}
