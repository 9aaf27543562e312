import type { LedgerEvent } from "../../knowledge/ports/ledger.ts";

const AT = "2026-01-05T10:00:00.000Z";

const event = (type: string, data: LedgerEvent["data"]): LedgerEvent => ({ type, v: 1, data });
const claim = (actor_id: string) => ({ actor_id, session_id: null, at: AT });

/** Events of the item SHOP-12 as commands append them, one of each that tests of sharing need. */
export const ITEM_EVENTS = {
  added: (key = "SHOP-12") =>
    event("ItemAdded", {
      item: {
        key,
        kind: "epic",
        title: "Pay by invoice",
        project: "shop",
        status: "implementing",
        delivery_env: null,
        links: { issue: null, branch: null, pull: null },
        tasks: {},
        claim: null,
        revisions: [],
        created_at: AT,
        created_by: "operator",
      },
    }),
  claimed: (actor: string) => event("ItemClaimed", { claim: claim(actor) }),
  released: (by: string) => event("ItemReleased", { at: AT, by }),
  moved: (from: string, to: string) =>
    event("ItemMoved", { from, to, at: AT, by: "operator", discharged: [] }),
  taskAdded: (task_num: number, title: string) =>
    event("TaskAdded", {
      task: { task_num, title, status: "defining", claim: null },
      at: AT,
      by: "operator",
    }),
  taskClaimed: (task_num: number, actor: string) => event("TaskClaimed", { task_num, claim: claim(actor) }),
  waived: (id: string) =>
    event("QARequirementWaived", {
      id,
      at: AT,
      by: "operator",
      rationale: "not here",
      source: "operator",
      expires_at: null,
    }),
  completed: (id: string, requirement: string, verdict = "pass") =>
    event("QARunCompleted", {
      id,
      qa_requirement_id: requirement,
      verdict,
      verdict_reason: null,
      score: null,
      confidence: null,
      values: {},
      sign_in: null,
      duration_ms: 1,
      decided_by: "code",
      at: AT,
      by: "operator",
    }),
  answered: (request: string) =>
    event("QARequestAnswered", { function: "item.claim", request, asked: "0", response: {} }),
} as const;

/** An event of which only what it touches matters: rows of runs and requirements are long. */
export const bare = {
  required: (id: string) =>
    event("QARequirementCreated", { row: { id, task_num: null }, materialization: null }),
  planned: (id: string, case_key: string) =>
    event("QARequirementCreated", {
      row: { id, task_num: null, plan_case: { plan: "checkout", case_key } },
      materialization: "m1",
    }),
  started: (id: string, requirement: string) =>
    event("QARunStarted", { run: { id, qa_requirement_id: requirement } }),
  attached: (plan: string) =>
    event("QAPlanAttached", { attachment: { plan, transition: "reviewing-implementation" } }),
  begun: (id: string) => event("QAPlanRunBegun", { planRun: { id } }),
  advanced: (id: string) => event("QAPlanRunAdvanced", { id, requirement_id: "r1", outcome: {} }),
} as const;
