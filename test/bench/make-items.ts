import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteLedger } from "../../knowledge/adapters/sqlite/ledger.ts";
import { addItem } from "../../knowledge/item/decisions/add-item.ts";
import { ITEM } from "../../knowledge/item/item.ts";
import { rebuildSummaries } from "../../knowledge/ledger/rebuild-summaries.ts";
import { METHODS } from "../../knowledge/plan/methods/index.ts";
import type { Ledger, LedgerEvent } from "../../knowledge/ports/ledger.ts";
import { applyQa, NO_QA } from "../../knowledge/qa/apply-qa.ts";
import { addRequirements } from "../../knowledge/qa/decisions/add-requirements.ts";
import { completeRun } from "../../knowledge/qa/decisions/complete-run.ts";
import type { DecisionContext } from "../../knowledge/qa/decisions/context.ts";
import type { QaDecision, QaEvent } from "../../knowledge/qa/decisions/decision.ts";
import { startRun } from "../../knowledge/qa/decisions/start-run.ts";

/** An item as it is made: its key, requirements, and runs of each. */
interface ItemSize {
  readonly key: string;
  readonly requirements: number;
  readonly runs: number;
}

/** Events that a batch of the made history holds; those after the last snapshot are one a batch, as they are appended. */
const BATCH = 100;
/** Events that no snapshot holds yet: the most that a reader has to fold. */
const TAIL = 499;
const MEMORY = "/dev/shm";
const START = Date.UTC(2027, 0, 4, 9);
const ACTOR = { actor_id: "operator", session_id: null, isAgent: false } as const;

/** A ledger with 200 items of 10 requirements and 10 runs of each: the same events in every run, made once. */
export function manyItems(folder: string): Promise<string> {
  return itemTree(folder, "items-200", itemsOf(200, 10));
}

/** The same items, with one run of each requirement. */
export function fewRuns(folder: string): Promise<string> {
  return itemTree(folder, "items-200-short", itemsOf(200, 1));
}

function itemsOf(count: number, runs: number): readonly ItemSize[] {
  return Array.from({ length: count }, (_, n) => ({ key: `SHOP-${n + 1}`, requirements: 10, runs }));
}

/** A ledger with one item of 2,000 requirements and 20,000 runs. */
export function largeItem(folder: string): Promise<string> {
  return itemTree(folder, "item-large", [{ key: "SHOP-1", requirements: 2_000, runs: 10 }]);
}

/** A repository whose ledger holds these items; made once. */
async function itemTree(folder: string, name: string, items: readonly ItemSize[]): Promise<string> {
  const tree = join(folder, name);
  if (existsSync(tree)) return tree;
  // In memory where there is such a folder: each append is synced, and nobody measures this.
  const making = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), "assay-items-"));
  execFileSync("git", ["init", "--quiet", "--initial-branch", "main", making]);
  writeFileSync(join(making, "README.md"), "shop\n");
  execFileSync("git", ["-C", making, "add", "README.md"]);
  const who = ["-c", "user.name=bench", "-c", "user.email=bench@example.org"];
  execFileSync("git", ["-C", making, ...who, "commit", "--quiet", "--message", "first"]);
  let at = START;
  const ledger = sqliteLedger(join(making, ".git/assay/ledger.db"), { now: () => at });
  for (const item of items) {
    await appendItem(ledger, item, historyOf(item));
    at += 60_000;
  }
  await ledger.close();
  mkdirSync(folder, { recursive: true });
  cpSync(making, `${tree}-making`, { recursive: true });
  rmSync(making, { recursive: true, force: true });
  renameSync(`${tree}-making`, tree);
  return tree;
}

/** Appends the history with the read-outs that the product would have kept by then. */
async function appendItem(ledger: Ledger, { key }: ItemSize, events: readonly LedgerEvent[]): Promise<void> {
  const stream = `item/${key}`;
  const first = events.length > TAIL ? events.length - TAIL : 0;
  for (let seq = 0; seq < first; seq += BATCH)
    await ledger.append(stream, seq, events.slice(seq, Math.min(seq + BATCH, first)));
  if (first > 0) await rebuildSummaries(ledger, ITEM, [stream]);
  for (let seq = first; seq < events.length; seq += 1) await ledger.append(stream, seq, [events[seq]!]);
  await rebuildSummaries(ledger, ITEM, [stream]);
}

/** What the product decides where an item is added, its requirements are, and each is run so often; every run passes but each fifth. */
function historyOf({ key, requirements, runs }: ItemSize): LedgerEvent[] {
  let calls = 0;
  const context = (): DecisionContext => ({
    at: new Date(START + calls++ * 1_000).toISOString(),
    actor: ACTOR,
    seed: new TextEncoder().encode(`seed of call ${calls} of ${key}`),
    environments: [],
    capabilities: { project: [], host: [] },
    methods: METHODS,
    entitlement: { holdsClaim: true, steers: false, claimedBy: null },
    standing: { acceptedRevisions: new Set([SHA]), isNewestOnly: false },
  });
  const added = addItem(
    { item: null, qa: NO_QA },
    {
      key,
      kind: "issue",
      title: `Checkout ${key}`,
      project: "shop",
      delivery_env: null,
      links: { issue: null, branch: null, pull: null },
      tasks: [],
      sha: SHA,
      head: { commit: SHA, branch: "main" },
    },
    { at: new Date(START).toISOString(), actor: ACTOR, environments: [] },
  );
  if (added.kind === "refused") throw new Error(added.why);
  const events: LedgerEvent[] = added.events.map(stored);
  // A requirement's events are decided on what was said of it alone, which is what they are about.
  const states = Array.from({ length: requirements }, (_, n) => {
    const decision = addRequirements(
      NO_QA,
      { subject: { kind: "item", item_id: key }, requirements: [wanted(n)] },
      context(),
    );
    return told(NO_QA, decision);
  });
  for (let count = 0; count < runs; count += 1)
    for (const [n, state] of states.entries()) {
      const id = Object.keys(state.state.requirements)[0]!;
      const begun = told(
        state.state,
        startRun(
          state.state,
          {
            requirement_id: id,
            performed_by: "shell",
            code_identity: { branch: "main", sha: SHA },
            within: null,
          },
          context(),
        ),
      );
      const run_id = begun.state.requirements[id]!.runs.at(-1)!.id;
      const isPass = (n + count) % 5 !== 0;
      states[n] = told(
        begun.state,
        completeRun(
          begun.state,
          {
            run_id,
            verdict: isPass ? "pass" : "fail",
            verdict_reason: isPass ? null : "exit 1",
            score: null,
            confidence: null,
            values: {
              exit_code: isPass ? 0 : 1,
              signal: null,
              timed_out: false,
              output_tail: `ran ${n} tests of round ${count}\nall of them were looked at\n`,
            },
            sign_in: null,
            duration_ms: 1_200 + n,
            isByRunner: true,
          },
          context(),
        ),
      );
    }
  return events;

  function told<Result>(before: typeof NO_QA, decision: QaDecision<Result>) {
    if (decision.kind === "refused") throw new Error(decision.why);
    let state = before;
    for (const event of decision.events) {
      const one = stored(event);
      events.push(one);
      state = applyQa(state, { ...one, stream: `item/${key}`, seq: events.length, at: START });
    }
    return { state };
  }
}

const SHA = "a".repeat(40);

function wanted(n: number) {
  return {
    title: `Case ${n} of the checkout works`,
    qa_kind: "e2e",
    qa_phase: "verification",
    target_env: null,
    blocking_mode: "blocking",
    requirement_source: "explicit",
    success_policy: null,
    capability_requirements: [],
    suite_id: null,
    method_id: "command",
    instructions: `Run the tests of part ${n}.`,
    expected_outcome: "All of them pass.",
    method_config: { command: `npm test -- --part ${n}`, timeout_seconds: 1_200 },
    replaces: null,
  } as const;
}

function stored({ type, data }: QaEvent | { readonly type: string; readonly data: object }): LedgerEvent {
  return { type, v: 1, data: data as unknown as LedgerEvent["data"] };
}
