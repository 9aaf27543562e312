import { describe, expect, test } from "vitest";
import { itemTree } from "../support/item-tree.ts";
import { PERSON } from "../support/person-tree.ts";

describe("items", () => {
  test("are named by prefix and number, by their issue, or by the project, and listed with where they stand", async () => {
    const tree = await itemTree();
    const first = await tree.done("assay item add shop-12 --title 'Pay by invoice' --branch main");
    const head = (await tree.git("rev-parse HEAD")).trim();
    expect(first.result.item).toMatchObject({
      ...{ key: "SHOP-12", kind: "issue", status: "defining", created_by: PERSON, revisions: [head] },
      links: { branch: "main" },
    });
    expect(first.event_ids).toEqual(["item/SHOP-12#1"]);
    const issue = "https://github.com/acme/shop/issues/14";
    const second = await tree.done(`assay item add SHOP --title Refunds --issue ${issue}`);
    expect(second.result.item).toMatchObject({ key: "SHOP-14", links: { issue } });
    const named = await tree.done("assay item add --title Vouchers --pull '#3'");
    expect(named.result.item.key).toMatch(/^[A-Z][A-Z0-9]{0,15}-3$/);

    const numberless = await tree.refused("assay item add SHOP --title Gifts");
    expect(numberless.message).toContain("has a number");
    await tree.done(numberless.recover);
    const again = await tree.refused("assay item add SHOP-12 --title Other");
    expect(again).toMatchObject({ code: "precondition_failed", recover: "assay item show SHOP-12" });
    expect((await tree.done(again.recover)).result.item.title).toBe("Pay by invoice");
    const absent = await tree.refused("assay item move SHOP-99 --to implementing");
    expect(absent).toMatchObject({ code: "row_missing" });
    await tree.done(absent.recover);
    await tree.done("assay item move SHOP-99 --to implementing");

    await tree.done("assay item move SHOP-14 --to cancelled");
    const { result } = await tree.done("assay item list");
    expect(
      result.items.map((one: { key: string }) => one.key).filter((key: string) => key.startsWith("SHOP-")),
    ).toEqual(["SHOP-1", "SHOP-12", "SHOP-99"]);
    expect(result.ended).toBe(1);
    const { stdout } = await tree.type("assay item list --all");
    expect(stdout).toMatch(/SHOP-14 {2}Refunds\n {2}cancelled · requirements: none/);
    expect((await tree.type("assay item show SHOP-12")).stdout).toMatch(
      /^SHOP-12 {2}Pay by invoice\ndefining {2}issue · /,
    );
  });

  test("a request that was answered gets its first answer, and a dry run writes nothing", async () => {
    const tree = await itemTree();
    const add = "assay item add SHOP-12 --title 'Pay by invoice' --request-id r1";
    const first = await tree.done(add);
    expect(await tree.done(add)).toEqual(first);
    const dry = await tree.done("assay item move SHOP-12 --to implementing --dry-run");
    expect(dry).toMatchObject({ event_ids: [], warnings: [{ code: "dry_run" }] });
    expect((await tree.done("assay item show SHOP-12")).result.item.status).toBe("defining");
    const seq = await tree.refused("assay item move SHOP-12 --to implementing --expected-seq 9");
    expect(seq.code).toBe("precondition_failed");
  });
});

describe("the gates of an item", () => {
  test("Q-001 Q-052 nothing enters the review without a requirement, items and tasks alike, and the way out opens it", async () => {
    const tree = await itemTree();
    await tree.steps.add("SHOP-12", "Print");
    const skipped = await tree.refused("assay item move SHOP-12 --to reviewing-implementation");
    expect(skipped).toMatchObject({ code: "transition_unknown" });
    await tree.done(skipped.recover);
    await tree.steps.moveTask("SHOP-12", 1, "implementing");

    const item = await tree.refused("assay item move SHOP-12 --to reviewing-implementation");
    expect(item).toMatchObject({ code: "GATE_QA_NO_REQUIREMENTS" });
    expect(item.message).toContain("SHOP-12 has no requirements");
    await tree.done(item.recover);
    const listed = await tree.done("assay qa requirement list --item SHOP-12");
    expect(listed.result.requirements).toHaveLength(1);
    await tree.done("assay item move SHOP-12 --to reviewing-implementation");

    // The epic's own row is none of the task's.
    const task = await tree.refused("assay item task move SHOP-12 1 --to reviewing-implementation");
    expect(task).toMatchObject({ code: "GATE_QA_NO_REQUIREMENTS" });
    expect(task.message).toContain("task 1 of SHOP-12 has no requirements");
    await tree.done(task.recover);
    await tree.done("assay item task move SHOP-12 1 --to reviewing-implementation");
  });

  test("Q-044 Q-050 Q-053 the review ends once every blocking requirement of verification has passed or is waived", async () => {
    const tree = await itemTree();
    const { steps } = tree;
    await steps.add("SHOP-12");
    const reviewed = await steps.require("SHOP-12");
    const together = await steps.require("SHOP-12", { title: "Together" });
    const accepted = await steps.require("SHOP-12", { title: "Accepted", qa_phase: "manual_acceptance" });
    await steps.require("SHOP-12", { title: "Fast", blocking_mode: "non_blocking" });
    await steps.move("SHOP-12", "implementing", "reviewing-implementation");

    const failed = await steps.judge(reviewed, "fail");
    const refusal = await tree.refused("assay item move SHOP-12 --to reviewed-implementation");
    expect(refusal).toMatchObject({ code: "GATE_QA_UNSATISFIED" });
    expect(refusal.message).toContain(reviewed);
    expect(refusal.message).toContain(failed);
    const began = await tree.done(refusal.recover);
    await tree.done(
      `assay qa run complete --run-id ${began.result.run.id} --verdict pass --reason 'as seen'`,
    );
    const other = await tree.refused("assay item move SHOP-12 --to reviewed-implementation");
    expect(other.message).toContain(together);
    await tree.done("assay item claim SHOP-12");
    await tree.done(
      `assay qa requirement waive --requirement-id ${together} --rationale 'one system' --force`,
    );

    const { result } = await tree.done("assay item move SHOP-12 --to reviewed-implementation");
    expect(result.gate).toMatchObject({ is_open: true, word: "accepted", blockers: [] });
    const states = Object.fromEntries(
      result.gate.rows.map((row: { title: string; state: string; is_due: boolean }) => [
        row.title,
        [row.state, row.is_due],
      ]),
    );
    expect(states).toEqual({
      Reviewed: ["SATISFIED", true],
      Together: ["WAIVED", true],
      Accepted: ["UNSATISFIED", false],
      Fast: ["UNSATISFIED", false],
    });

    // Before done it is asked for.
    await steps.move("SHOP-12", "release");
    const done = await tree.refused("assay item move SHOP-12 --to done");
    expect(done.message).toContain(accepted);
  });

  test("Q-054 Q-061 a summary says what each gate asks for before anybody moves, and writes nothing", async () => {
    const tree = await itemTree();
    const { steps } = tree;
    await steps.add("SHOP-12");
    const id = await steps.require("SHOP-12");
    const accepted = await steps.require("SHOP-12", { qa_phase: "manual_acceptance" });
    const closed = await tree.gate("--item SHOP-12 --target reviewed-implementation");
    expect(closed).toMatchObject({ target: "reviewed-implementation", is_open: false, word: "refused" });
    expect(closed.blockers).toMatchObject([
      { code: "GATE_QA_UNSATISFIED", requirement_id: id, qa_run_id: null },
    ]);
    expect(closed.clauses.map((one: { outcome: string }) => one.outcome)).toContain("not_evaluated");
    await steps.judge(id, "pass");
    expect(await tree.gate("--item SHOP-12 --target reviewed-implementation")).toMatchObject({
      word: "accepted",
    });
    const done = await tree.gate("--item SHOP-12 --target done");
    expect(done).toMatchObject({
      is_open: false,
      blockers: [{ code: "GATE_QA_TERMINAL_SETTLEMENT", requirement_id: accepted }],
    });
    const { status, stdout } = await tree.type("assay qa gate-summary --item SHOP-12 --target done");
    expect(status).toBe(1);
    expect(stdout).toContain("gate to done: closed");
    expect(stdout).toContain(`  try: ${done.blockers[0].recover}\n`);
    expect((await tree.done("assay item show SHOP-12")).result).toMatchObject({
      item: { status: "defining" },
      seq: 5,
    });
  });

  test("Q-058 Q-065 done is refused by requirement and run, and a run that is at work holds it too", async () => {
    const tree = await itemTree();
    const { steps } = tree;
    await steps.add("SHOP-12");
    const id = await steps.require("SHOP-12");
    const passed = await steps.judge(id, "pass");
    await steps.move(
      "SHOP-12",
      "implementing",
      "reviewing-implementation",
      "reviewed-implementation",
      "release",
    );

    const { result } = await tree.done(`assay qa run add --requirement-id ${id} --performed-by manual`);
    const live = await tree.refused("assay item move SHOP-12 --to done");
    expect(live).toMatchObject({ code: "GATE_QA_TERMINAL_VERDICT" });
    expect(live.message).toContain(id);
    expect(live.message).toContain(result.run.id);
    await tree.done(live.recover);
    // What was given up is history, and the pass stands.
    const runs = (await tree.done(`assay qa run list --requirement-id ${id}`)).result.runs;
    expect(runs.map((run: { id: string; verdict: string }) => [run.id, run.verdict]).sort()).toEqual(
      [
        [passed, "pass"],
        [result.run.id, "error"],
      ].sort(),
    );

    const late = await steps.require("SHOP-12", { title: "Late" });
    const failed = await steps.judge(late, "fail");
    const refusal = await tree.refused("assay item move SHOP-12 --to done");
    expect(refusal).toMatchObject({ code: "GATE_QA_TERMINAL_SETTLEMENT" });
    expect(refusal.message).toContain(late);
    expect(refusal.message).toContain(failed);
    await steps.judge(late, "pass");
    const { result: moved } = await tree.done("assay item move SHOP-12 --to done");
    expect(moved).toMatchObject({ to: "done", gate: { word: "accepted" } });
    expect(await tree.refused("assay item move SHOP-12 --to implementing")).toMatchObject({
      code: "transition_unknown",
    });
  });

  test("Q-059 cancelled and stopped ask nothing, settle nothing and waive nothing", async () => {
    const tree = await itemTree();
    for (const [key, to] of [
      ["SHOP-1", "cancelled"],
      ["SHOP-2", "stopped"],
    ] as const) {
      await tree.steps.add(key);
      await tree.steps.judge(await tree.steps.require(key), "fail");
      const moved = await tree.done(`assay item move ${key} --to ${to}`);
      expect(moved.event_ids).toHaveLength(1);
      expect(moved.result).toMatchObject({ to, gate: null });
      const [row] = (await tree.done(`assay qa requirement list --item ${key}`)).result.requirements;
      expect(row).toMatchObject({ waived_at: null, superseded_at: null, retracted_at: null });
      expect(row.standing.word).toBe("failed");
    }
  });

  test("Q-066 the environment passes no gate, and each way out of asking for it works", async () => {
    const tree = await itemTree();
    const env = { ASSAY_QA_GATE_BYPASS: "1" };
    await tree.steps.add("SHOP-12");
    await tree.done("assay item move SHOP-12 --to implementing", env);
    const line = "assay item move SHOP-12 --to reviewing-implementation";
    const refusal = await tree.refused(line, env);
    expect(refusal).toMatchObject({ code: "GATE_QA_BYPASS_FORBIDDEN" });
    expect(refusal.message).toMatch(/unset it, then satisfy or waive/);
    expect(await tree.refused(refusal.recover, env)).toMatchObject({ code: "GATE_QA_NO_REQUIREMENTS" });
    await tree.steps.require("SHOP-12");
    // Also where the gate would open: what was asked for is not given.
    expect(await tree.refused(line, env)).toMatchObject({ code: "GATE_QA_BYPASS_FORBIDDEN" });
    await tree.done(refusal.recover, env);
  });

  test("Q-073 Q-074 Q-075 tasks gate themselves and hold up their epic, and go through release and done with it", async () => {
    const tree = await itemTree();
    const { steps } = tree;
    await steps.add("SHOP-12", "Print", "Send");
    const all = await steps.require("SHOP-12");
    const print = await steps.require("SHOP-12", { task: 1 });
    const send = await steps.require("SHOP-12", { task: 2 });
    for (const task of [1, 2])
      await steps.moveTask("SHOP-12", task, "implementing", "reviewing-implementation");
    await steps.move("SHOP-12", "implementing", "reviewing-implementation");
    for (const id of [all, print]) await steps.judge(id, "pass");
    await tree.done("assay item task move SHOP-12 1 --to reviewed-implementation");
    const own = await tree.refused("assay item task move SHOP-12 2 --to reviewed-implementation");
    expect(own.message).toContain(send);
    const epic = await tree.refused("assay item move SHOP-12 --to reviewed-implementation");
    expect(epic.message).toContain(send);
    const { result } = await tree.done(own.recover);
    await tree.done(`assay qa run complete --run-id ${result.run.id} --verdict pass --reason 'as seen'`);
    await tree.done("assay item move SHOP-12 --to reviewed-implementation");

    const early = await tree.refused("assay item move SHOP-12 --to release");
    expect(early.message).toContain("task 2 of SHOP-12 is reviewing-implementation");
    await tree.done(early.recover);
    expect((await tree.done("assay item move SHOP-12 --to release")).result.tasks).toHaveLength(2);
    const late = await steps.require("SHOP-12", { task: 2, title: "Late" });
    await steps.moveTask("SHOP-12", 1, "done");
    expect((await tree.refused("assay item task move SHOP-12 2 --to done")).message).toContain(late);
    expect((await tree.refused("assay item move SHOP-12 --to done")).message).toContain(late);
    await steps.judge(late, "pass");
    const { result: moved } = await tree.done("assay item move SHOP-12 --to done");
    expect(moved.tasks).toEqual([{ task_num: 2, from: "release", to: "done" }]);
    expect((await tree.done("assay item show SHOP-12")).result.item.tasks).toMatchObject({
      1: { status: "done" },
      2: { status: "done" },
    });
  });

  test("a green run of another commit opens no gate, and a rework is proved anew", async () => {
    const tree = await itemTree();
    const { steps } = tree;
    const summary = "--item SHOP-12 --target reviewed-implementation";
    await tree.git("checkout --quiet -b pay");
    await tree.done("assay item add SHOP-12 --title 'Pay by invoice' --branch pay");
    const id = await steps.require("SHOP-12");
    await steps.move("SHOP-12", "implementing");
    const first = await tree.commit("one\n");
    const entered = await tree.done("assay item move SHOP-12 --to reviewing-implementation");
    expect(entered.result.revision).toBe(first);
    await steps.judge(id, "pass", first);
    expect(await tree.gate(summary)).toMatchObject({ is_open: true });

    const second = await tree.commit("two\n");
    const stale = await tree.refused("assay item move SHOP-12 --to reviewed-implementation");
    expect(stale.message).toContain("of a commit that is not accepted");
    await steps.judge(id, "pass", second);
    await steps.move("SHOP-12", "reviewed-implementation", "implementing");

    const third = await tree.commit("three\n");
    await steps.move("SHOP-12", "reviewing-implementation");
    expect((await tree.done("assay item show SHOP-12")).result.item.revisions).toEqual([third]);
    expect(await tree.gate(summary)).toMatchObject({ is_open: false });
    // A commit that a person takes as the same counts beside it.
    await tree.done(`assay item link SHOP-12 --sha ${second}`);
    await tree.git("checkout --quiet main");
    expect(await tree.gate(summary)).toMatchObject({ is_open: true });
  });
});

describe("the words of items", () => {
  test("Q-158 verification is a phase and reviewed-implementation a status, and neither takes the other's place", async () => {
    const tree = await itemTree();
    await tree.done("assay item add SHOP-12 --title 'Pay by invoice'");
    const status = await tree.type("assay item move SHOP-12 --to verification");
    expect(status.status).toBe(2);
    const options = [
      "defining",
      "implementing",
      "reviewing-implementation",
      "reviewed-implementation",
      "release",
    ];
    for (const one of [...options, "done", "cancelled", "stopped"]) expect(status.stderr).toContain(one);
    expect((await tree.type("assay qa gate-summary --item SHOP-12 --target verification")).status).toBe(2);
    const phase = "assay qa requirement add --item SHOP-12 --qa-kind e2e --title T --qa-phase";
    const wrong = await tree.type(`${phase} reviewed-implementation`);
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toMatch(/verification, post_deploy, manual_acceptance/);
    expect((await tree.done(`${phase} verification`)).result.requirement.qa_phase).toBe("verification");
  });
});

describe("claims and seats", () => {
  test("an item is held by a person and session, and each refusal says how it is taken", async () => {
    const tree = await itemTree();
    const builder = { ASSAY_SESSION: "session-1", ASSAY_ACTOR: "agent" };
    await tree.done("assay item add SHOP-12 --title Invoices --task Print");
    await tree.done("assay item claim SHOP-12", builder);
    await tree.done("assay item claim SHOP-12", builder);
    const held = await tree.refused("assay item move SHOP-12 --to implementing");
    expect(held).toMatchObject({ code: "claim_held", recover: "assay item claim SHOP-12 --take-over" });
    expect(held.message).toContain("session-1");
    expect(await tree.refused("assay item release SHOP-12")).toMatchObject({ code: "claim_held" });

    // Who steers it moves it while it is held.
    await tree.done("assay seat take lead --covers 'SHOP-*'");
    await tree.done("assay item move SHOP-12 --to implementing");
    await tree.done("assay seat drop lead");
    expect(await tree.refused("assay item move SHOP-12 --to defining")).toMatchObject({ code: "claim_held" });
    await tree.done(held.recover);
    await tree.done("assay item move SHOP-12 --to defining");
    expect(await tree.refused("assay item claim SHOP-12 --take-over", builder)).toMatchObject({
      code: "claim_held",
    });
    await tree.done("assay item release SHOP-12");
    await tree.done("assay item claim SHOP-12 --task 1", builder);
    await tree.done("assay item move SHOP-12 --to implementing");
    const task = await tree.refused("assay item task move SHOP-12 1 --to implementing");
    expect(task).toMatchObject({
      code: "claim_held",
      recover: "assay item claim SHOP-12 --task 1 --take-over",
    });
    await tree.done("assay item release SHOP-12 --task 1", builder);

    await tree.done("assay seat take lead", builder);
    const taken = await tree.refused("assay seat take lead --covers SHOP-12");
    expect(taken).toMatchObject({ code: "claim_held" });
    await tree.done(taken.recover);
    expect((await tree.done("assay seat list")).result.seats).toMatchObject([
      { name: "lead", holder: { session_id: null } },
    ]);
    expect((await tree.type("assay seat list")).stdout).toMatch(/^lead {2}.* · covers SHOP-12\n$/);
  });
});
