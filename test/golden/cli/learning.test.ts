import { describe, expect, test } from "vitest";
import type { Inbox, ProposalList, RecordHistory, RunView } from "#knowledge";
import { formatHistory } from "../../../cli/format/history.ts";
import { formatInbox } from "../../../cli/format/inbox.ts";
import { formatProposals } from "../../../cli/format/proposals.ts";
import { formatRun } from "../../../cli/format/run.ts";
import { createStyle } from "../../../cli/terminal/style.ts";
import { displayWidth } from "../../../cli/terminal/width.ts";

const RUN = "7f3c9c21".repeat(4);
const at = (day: number, hour = 8) =>
  `2026-01-${String(day).padStart(2, "0")}T${String(hour).padStart(2, "0")}:05:30.000Z`;
const view = (columns: number) => ({ columns, style: createStyle(false), now: Date.parse(at(12, 11)) });
const id = (kind: string, n: number) => `${kind}_01KDVDNA0${n}0000000000000000`;
const HOSTILE = "On /cart, \u001b[31mPay\u202e leads to 漢字 /paid";

const NOTHING = { other: null, reason: null, proposal: null, otherClaim: null } as const;
const run: RunView = {
  run: RUN,
  at: at(12),
  title: "npx vitest run",
  commit: "0123456789abcdef",
  branch: "main",
  job: "unit",
  mode: "local",
  verdict: "fail",
  tests: { total: 3, passed: 2, failed: 1, errored: 0, skipped: 0, flaky: 0 },
  durationMs: 1200,
  causes: { app_bug: 1 },
  learned: { added: 2, confirmed: 1, superseded: 1, deprecated: 1, proposed: 1, promoted: 2, held: 1 },
  waiting: [],
  marks: ["wrong-cause"],
  failures: [
    {
      test: "cart.pays",
      cause: "app_bug",
      rule: "assertion",
      confidence: 0.7,
      preExisting: true,
      fingerprint: null,
      quote: "AssertionError: expected 1 to equal 2",
      nextAction: "Read the first failed assertion, and compare what it expects with what the change does.",
      history: ["passed", "flaky", "failed"],
    },
  ],
  promoted: [
    { record: id("fact", 1), path: "deterministic-verdict-floor" },
    { record: id("fact", 3), path: "deterministic-verdict-floor" },
  ],
  held: [{ record: id("fact", 2), reason: "needs-enrichment" }],
  changes: [
    { ...NOTHING, op: "Add", record: id("fact", 1), outcome: "applied", claim: `${HOSTILE}.` },
    { ...NOTHING, op: "Promote", record: id("fact", 1), outcome: "applied", claim: null },
    { ...NOTHING, op: "Add", record: id("fact", 2), outcome: "applied", claim: null },
    {
      ...NOTHING,
      op: "Supersede",
      record: id("fact", 3),
      other: id("fact", 4),
      outcome: "applied",
      claim: "The button that places an order is called Buy now.",
      otherClaim: "The button that places an order is called Place order.",
    },
    { ...NOTHING, op: "Confirm", record: id("fact", 5), outcome: "applied", claim: "The cart empties." },
    { ...NOTHING, op: "MintUnknown", record: id("unk", 6), outcome: "applied", claim: "Does it empty?" },
    {
      ...NOTHING,
      op: "Deprecate",
      record: id("fact", 7),
      outcome: "applied",
      reason: "it is gone",
      claim: "It is.",
    },
    {
      ...NOTHING,
      op: "Supersede",
      record: id("fact", 5),
      outcome: "proposed",
      reason: "drops-an-exception",
      proposal: id("prop", 8),
      claim: "The cart always empties.",
    },
    {
      ...NOTHING,
      op: "Noop",
      record: null,
      outcome: "applied",
      reason: "forgotten-by-a-person",
      claim: null,
    },
  ],
  markings: [
    {
      mark: "wrong-cause",
      test: "cart.pays",
      cause: "environment",
      by: "Ada",
      at: at(12, 10),
      reason: "disk full",
    },
  ],
};

const inbox: Inbox = {
  needsYou: [
    { kind: "run", id: RUN, text: "1 failed, 1 app bug", at: at(12) },
    { kind: "run", id: "8123-1", text: "error", at: at(2) },
    { kind: "failure", id: "acme/shop", text: "2 open failures on main, issue 12", at: at(12) },
    { kind: "question", id: id("unk", 6), text: "Does the cart still empty after a purchase?", at: at(11) },
    { kind: "proposal", id: id("prop", 8), text: `Supersede: ${HOSTILE}.`, at: at(12) },
    { kind: "request", id: "acme/shop sweep", text: `#13 ${HOSTILE}, 1 proposed`, at: at(12) },
    {
      kind: "change",
      id: "acme/shop#88",
      text: `sent back twice, returns spent, ${HOSTILE}`,
      at: at(12),
    },
    { kind: "queue", id: RUN, text: "curation failed again and again", at: at(12, 11) },
  ],
  recent: [
    { kind: "run", id: RUN, text: "fail, 3 tests", at: at(12) },
    { kind: "learned", id: RUN, text: "2 new, 1 confirmed, 2 promoted", at: at(12) },
  ],
  open: { failures: 2, requests: 1 },
  records: { active: 12, candidate: 1, open: 1 },
};

const PLAIN = {
  run: RUN,
  by: "template",
  outcome: "applied",
  reason: null,
  other: null,
  before: null,
  after: null,
  confirmations: 0,
} as const;
const history: RecordHistory = {
  id: id("fact", 1),
  confirmations: { count: 3, last: at(5) },
  events: [
    { ...PLAIN, at: at(1), what: "Add" },
    { ...PLAIN, at: at(1), what: "Hold", reason: "needs-enrichment" },
    ...[2, 3, 5].map((day, index) => ({ ...PLAIN, at: at(day), what: "Confirm", confirmations: index + 1 })),
    { ...PLAIN, at: at(5), what: "Promote", reason: "deterministic-verdict-floor" },
    { ...PLAIN, at: at(6), what: "Supersede", outcome: "proposed", reason: "ci-mode" },
    { ...PLAIN, at: at(7), what: "Mark", by: "Ada", reason: "right" },
    { ...PLAIN, at: at(8), what: "edit", by: "Ada", run: null, reason: "clearer \u001b[2J" },
    { ...PLAIN, at: at(9), what: "Superseded", other: id("fact", 3) },
  ],
};

const proposals: ProposalList = {
  proposals: [
    {
      id: id("prop", 8),
      op: "Supersede",
      reason: "ci-mode",
      why: "a CI run corrects no record; a person can apply it",
      run: RUN,
      at: at(11),
      anchors: ["page:/cart"],
      claim: `${HOSTILE}, after the customer has paid and whatever else was in the cart before that.`,
      record: { id: id("fact", 5), status: "active", claim: "The cart empties." },
      file: `.assay/proposals/${id("prop", 8)}.yaml`,
      digest: "0a",
    },
  ],
  problems: [],
};

const TEXTS = [
  ["run-learned", (columns: number) => formatRun(run, view(columns))],
  ["inbox", (columns: number) => formatInbox(inbox, view(columns))],
  ["history", (columns: number) => formatHistory(history, view(columns))],
  ["proposals", (columns: number) => formatProposals(proposals, view(columns))],
] as const;

describe.each(TEXTS)("%s", (name, text) => {
  test("for a person", async () => {
    await expect(text(80)).toMatchFileSnapshot(`snapshots/${name}.txt`);
  });

  test.each([48, 80, 200])("no row is wider than %i columns, and hostile text cannot act", (columns) => {
    // A command to be copied stands whole.
    const rows = text(columns)
      .split("\n")
      .filter((row) => !row.includes("try: "));
    for (const row of rows) expect(displayWidth(row)).toBeLessThanOrEqual(columns);
    expect(text(columns)).not.toMatch(/[\u001b\u202e]/);
  });
});
