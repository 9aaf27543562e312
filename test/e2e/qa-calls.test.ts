import { beforeEach, describe, expect, test } from "vitest";
import { ITEM, type QaShop, qaShop } from "../support/qa-shop.ts";

let shop: QaShop;
beforeEach(async () => {
  shop = await qaShop();
});

const NEW = { title: "It works", qa_kind: "e2e" };

test("Q-003 a command and a call of its function are the same operation", async () => {
  const made = await shop.told([
    ...["qa", "requirement", "add", "--item", "SHOP-12", "--qa-kind", "e2e", "--title", "It works"],
  ]);
  const called = await shop.callAlone("qa.requirement.add", ITEM, NEW);
  const shape = ({ result }: typeof made) => ({ ...result.requirement, id: "", created_at: "" });
  expect(shape(made)).toEqual(shape(called));
  const byCommand = await shop.told(["qa", "requirement", "list", "--item", "SHOP-12"]);
  expect(byCommand).toEqual(await shop.callAlone("qa.requirement.list", ITEM));
});

test("Q-004 Q-159 the atlas lists every function of the contract with its shapes; one that is not there names near ones", async () => {
  const { stdout } = await shop.run(["atlas", "--json"]);
  const ids = JSON.parse(stdout).operations.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(
    expect.arrayContaining([
      ...["qa.requirement.add", "qa.requirement.add_batch", "qa.requirement.list", "qa.requirement.get"],
      ...["qa.requirement.update", "qa.plan.materialize", "qa.run.add", "qa.run.complete"],
      ...["qa.run.record_verdict", "qa.run.list", "qa.artifact.presign", "qa.artifact.add"],
      ...["qa.artifact.rehome", "qa.gate_summary.run", "qa.browser_context.get", "qa.case_execution.begin"],
    ]),
  );
  const text = (await shop.run(["atlas"])).stdout;
  for (const id of ids) expect(text).toContain(id);
  const input = JSON.stringify({ function: "qa.requirment.add", payload: {} });
  await shop.put("call.json", input);
  const unknown = await shop.run(["qa", "call", "call.json"]);
  expect(unknown).toMatchObject({ status: 2, stdout: "" });
  expect(unknown.stderr).toContain("qa.requirement.add");
});

test("Q-156 every event that a subject's stream holds is in the registry that the atlas prints", async () => {
  const id = (await shop.call("qa.requirement.add", ITEM, NEW, { request_id: "a" })).result.requirement.id;
  await shop.call("qa.run.add", shop.requirement(id), { completed: { verdict: "pass" } });
  await shop.run(["item", "claim", "SHOP-12"]);
  const { events } = JSON.parse((await shop.run(["atlas", "--json"])).stdout);
  const known = new Map(events.map((event: { type: string; v: number }) => [event.type, event.v]));
  for (const { type, v } of await shop.events()) expect([type, known.get(type)]).toEqual([type, v]);
  expect([...known.keys()]).toEqual(
    expect.arrayContaining([
      ...["QARequirementCreated", "QARequirementWaived", "QARequirementRetracted"],
      ...["QARequirementSuperseded", "QARunStarted", "QARunCompleted", "QAArtifactAttached"],
    ]),
  );
});

test("Q-005 each command of the surface says its whole contract with --help", async () => {
  const commands = {
    "qa requirement add": "qa.requirement.add",
    "qa requirement list": "qa.requirement.list",
    "qa requirement waive": "qa.requirement.waive",
    "qa requirement supersede": "qa.requirement.supersede",
    "qa plan materialize": "qa.plan.materialize",
    "qa plan rematerialize": "qa.plan.rematerialize",
    "qa plan get": "qa.plan.get",
    "qa activity": "qa.activity.list",
    "qa artifact read": "qa.artifact.read",
    "qa gate-summary": "qa.gate_summary.run",
  };
  for (const [command, id] of Object.entries(commands)) {
    const help = await shop.run([...command.split(" "), "--help"]);
    expect(help.status).toBe(0);
    expect(help.stdout.replace(/\s+/g, " ")).toContain(id);
    expect(help.stdout).toContain("EXAMPLES");
  }
});

test("the same function and request id get the first answer, of a refusal too, and are done once", async () => {
  const ask = (payload: object) => shop.call("qa.requirement.add", ITEM, payload, { request_id: "r-1" });
  const { status, ...first } = await shop.callAlone("qa.requirement.add", ITEM, NEW, { request_id: "r-1" });
  expect(status).toBe(0);
  const second = await ask(NEW);
  expect(second).toEqual(first);
  expect(first.event_ids).toEqual(["item/SHOP-12#2"]);
  expect((await shop.events()).filter(({ type }) => type === "QARequirementCreated")).toHaveLength(1);
  const other = await ask({ ...NEW, title: "Something else" });
  expect(other).toMatchObject({ success: false, errors: [{ code: "precondition_failed" }] });
  expect(await shop.recover(other.errors[0]!.recover)).toMatchObject({ status: 0 });

  const id = first.result.requirement.id;
  const waive = () =>
    shop.call(
      "qa.requirement.waive",
      shop.requirement(id),
      { rationale: "x", force: true },
      { request_id: "w" },
    );
  const refused = await waive();
  expect(refused).toMatchObject({ success: false, errors: [{ code: "waiver_not_entitled" }] });
  await shop.run(["item", "claim", "SHOP-12"]);
  expect(await waive()).toEqual(refused);
});

test("who acts is known by the host; an expected sequence and a dry run are kept to; unknown keys are told", async () => {
  const posing = await shop.call("qa.requirement.add", ITEM, NEW, { actor: { actor_id: "somebody else" } });
  expect(posing.warnings).toMatchObject([{ code: "actor_ignored" }]);
  expect(posing.result.requirement.created_by).toBe("Ada <ada@e.org>");
  const { seq } = (await shop.call("qa.requirement.list", ITEM)).result;
  const at = (expected_seq: number) =>
    shop.call("qa.requirement.add", ITEM, NEW, { preconditions: { expected_seq } });
  expect(await at(seq)).toMatchObject({ success: true });
  const late = await at(seq);
  expect(late).toMatchObject({ success: false, errors: [{ code: "precondition_failed" }] });
  expect(await shop.recover(late.errors[0]!.recover)).toMatchObject({ status: 0 });
  const before = (await shop.events()).length;
  const dry = await shop.call("qa.requirement.add", ITEM, NEW, { options: { dry_run: true } });
  expect(dry).toMatchObject({ success: true, event_ids: [], warnings: [{ code: "dry_run" }] });
  expect(await shop.events()).toHaveLength(before);
  shop.put(
    "typo.json",
    JSON.stringify({ function: "qa.requirement.add", target: ITEM, payload: { ...NEW, actor_id: "x" } }),
  );
  const typo = await shop.run(["qa", "call", "typo.json"]);
  expect(typo).toMatchObject({ status: 2, stderr: expect.stringContaining("actor_id") });
});

describe("with --lines", () => {
  const add = (more: object = {}) =>
    JSON.stringify({ function: "qa.requirement.add", target: ITEM, payload: NEW, ...more });
  const LINES = [
    add(),
    "",
    "{",
    add({ function: "qa.requirment.add" }),
    add({ payload: { ...NEW, actor_id: "x" } }),
    add({ preconditions: { expected_seq: 99 } }),
    add({ actor: "somebody else" }),
  ];
  const read = (stdout: string) =>
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));

  test("each line is answered in order by one that names it, wrong ones too, and the exit code is the worst", async () => {
    shop.put("calls.ndjson", LINES.join("\r\n"));
    const { status, stdout, stderr } = await shop.run(["qa", "call", "--lines", "calls.ndjson"]);
    expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
    const wrong = (code: string, message: string) => ({
      kind: "error",
      error: { code, kind: "usage", message: expect.stringContaining(message), hint: expect.any(String) },
    });
    expect(read(stdout)).toMatchObject([
      { line: 1, kind: "qa.requirement.add", success: true, event_ids: ["item/SHOP-12#2"] },
      { line: 3, ...wrong("input_invalid", "calls.ndjson:3 is not valid: is not JSON") },
      { line: 4, ...wrong("function_unknown", "qa.requirment.add") },
      { line: 5, ...wrong("input_invalid", "actor_id") },
      { line: 6, success: false, errors: [{ code: "precondition_failed" }] },
      { line: 7, success: true, warnings: [{ code: "actor_ignored" }] },
    ]);
    expect(await shop.events()).toHaveLength(3);
  });

  test("--stop-on-refusal carries out nothing below a line that was refused, or that is none", async () => {
    for (const [bad, code] of [
      [LINES[5], 1],
      [LINES[2], 2],
    ] as const) {
      const before = (await shop.events()).length;
      shop.put("calls.ndjson", [add(), bad, add()].join("\n"));
      const stopped = await shop.run(["qa", "call", "--lines", "--stop-on-refusal", "calls.ndjson"]);
      expect(stopped.status).toBe(code);
      expect(read(stopped.stdout)).toMatchObject([{ line: 1, success: true }, { line: 2 }]);
      expect(await shop.events()).toHaveLength(before + 1);
    }
    expect(await shop.run(["qa", "call", "--stop-on-refusal"])).toMatchObject({ status: 2, stdout: "" });
  });
});
