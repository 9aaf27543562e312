import { addItem } from "../../knowledge/item/decisions/add-item.ts";
import type { ItemContext, ItemDecision } from "../../knowledge/item/decisions/decision.ts";
import { ITEM_EVENT_NAMES } from "../../knowledge/item/event-names.ts";
import type { GateAsking } from "../../knowledge/item/gate-of.ts";
import { ITEM } from "../../knowledge/item/item.ts";
import type { ItemState } from "../../knowledge/item/item-state.ts";
import { METHODS } from "../../knowledge/plan/methods/index.ts";
import type { StoredEvent } from "../../knowledge/ports/ledger.ts";
import { addRequirements } from "../../knowledge/qa/decisions/add-requirements.ts";
import { completeRun } from "../../knowledge/qa/decisions/complete-run.ts";
import type { DecisionContext, QaActor } from "../../knowledge/qa/decisions/context.ts";
import type { QaDecision } from "../../knowledge/qa/decisions/decision.ts";
import { startRun } from "../../knowledge/qa/decisions/start-run.ts";

export const OPERATOR: QaActor = { actor_id: "operator", session_id: null, isAgent: false };
export const BUILDER: QaActor = { actor_id: "agent", session_id: "session-1", isAgent: true };
export const REVIEWER: QaActor = { actor_id: "agent", session_id: "session-2", isAgent: true };

/** Commits, whole. */
export const sha = (digit: string) => digit.repeat(40);

const NO_GATE: GateAsking = {
  now: Date.UTC(2027, 0, 4),
  isNewestOnly: false,
  methods: [],
  head: { commit: null, branch: null },
  sha: null,
  evidence: new Map(),
  bypass: "none",
};

/** An item's history, which decisions are appended to as the ledger does it. */
export function itemWorld(key = "SHOP-12") {
  const history: StoredEvent[] = [];
  let state: ItemState = ITEM.initial;
  let calls = 0;

  function append(events: readonly { readonly type: string; readonly data: object }[]): void {
    for (const { type, data } of events) {
      const known = ITEM_EVENT_NAMES[type as keyof typeof ITEM_EVENT_NAMES];
      known?.data.parse(data);
      const seq = history.length + 1;
      const event = { stream: `item/${key}`, seq, at: 0, type, v: 1, data: { ...data } };
      history.push(event);
      state = ITEM.apply(state, event);
    }
  }

  function done<Result>(decided: ItemDecision<Result> | QaDecision<Result>): Result {
    if (decided.kind === "refused") throw new Error(`${decided.code}: ${decided.why}`);
    append(decided.events);
    return decided.result;
  }

  const context = (actor: QaActor = OPERATOR): ItemContext => ({
    at: "2027-01-04T09:00:00.000Z",
    actor,
    seats: [],
  });

  function qaContext(actor: QaActor): DecisionContext {
    calls += 1;
    return {
      at: "2027-01-04T09:00:00.000Z",
      actor,
      seed: Uint8Array.from({ length: 32 }, (_, index) => (calls * 7 + index) % 256),
      environments: [],
      capabilities: { project: [], host: [] },
      methods: METHODS,
      entitlement: { holdsClaim: true, steers: false, claimedBy: null },
      standing: { acceptedRevisions: null, isNewestOnly: false },
    };
  }

  /** A requirement of the item, or of one task, and its id. */
  function require(title: string, task_num: number | null = null): string {
    const subject =
      task_num === null
        ? ({ kind: "item", item_id: key } as const)
        : ({ kind: "task", epic_id: key, task_num } as const);
    const [row] = done(
      addRequirements(
        state.qa,
        {
          subject,
          requirements: [
            {
              title,
              qa_kind: "implementation_review",
              qa_phase: "verification",
              target_env: null,
              blocking_mode: "blocking",
              requirement_source: "explicit",
              success_policy: null,
              capability_requirements: [],
              suite_id: null,
              method_id: null,
              instructions: null,
              expected_outcome: null,
              method_config: null,
              replaces: null,
            },
          ],
        },
        qaContext(OPERATOR),
      ),
    ).requirements;
    return row?.id ?? "";
  }

  /** A person's run of a requirement, at a commit where one is given. */
  function judge(requirement_id: string, verdict: "pass" | "fail", commit: string | null = null): void {
    const { run } = done(
      startRun(
        state.qa,
        {
          requirement_id,
          performed_by: "manual",
          code_identity: commit === null ? null : { branch: "pay", sha: commit },
          within: null,
        },
        qaContext(OPERATOR),
      ),
    );
    done(
      completeRun(
        state.qa,
        {
          run_id: run.id,
          verdict,
          verdict_reason: "as seen",
          score: null,
          confidence: null,
          values: {},
          sign_in: null,
          duration_ms: null,
          isByRunner: false,
        },
        qaContext(OPERATOR),
      ),
    );
  }

  return {
    history,
    get state() {
      return state;
    },
    get item() {
      if (state.item === null) throw new Error("no item");
      return state.item;
    },
    context,
    /** With what tells the gates something. */
    gated: (gate: Partial<GateAsking> = {}, actor: QaActor = OPERATOR) => ({
      ...context(actor),
      gate: { ...NO_GATE, ...gate },
    }),
    done,
    require,
    judge,
    add: (tasks: readonly string[] = [], branch: string | null = null) =>
      done(
        addItem(
          state,
          {
            key,
            kind: tasks.length === 0 ? "issue" : "epic",
            title: "Pay by invoice",
            project: "shop",
            delivery_env: null,
            links: { issue: null, branch, pull: null },
            tasks,
            sha: null,
            head: NO_GATE.head,
          },
          { ...context(), environments: [] },
        ),
      ),
  };
}
