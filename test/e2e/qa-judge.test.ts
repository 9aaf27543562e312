import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { CHROMIUM, WHY_NOT } from "../support/chromium.ts";
import { caseOf, judges, judgingShop, lookAt, ORDERS } from "../support/qa-judging.ts";

describe.skipIf(CHROMIUM === undefined)(`a model judges what was captured${WHY_NOT}`, () => {
  test("Q-010 Q-094: a case of the runner agent is captured by a browser and judged by the model, an agent of its own; undetermined waits for a person", async () => {
    const shop = await judgingShop((request) =>
      caseOf(request) === "right"
        ? judges()
        : judges({ verdict: "undetermined", observed: "correct-horse-battery covers it" }),
    );
    const method = "agent-inspection";
    const { status, cases } = await shop.plan(
      "looks",
      lookAt("right", { method }),
      lookAt("unsure", { method }),
    );
    expect({ status, right: cases.right, unsure: cases.unsure }).toMatchObject({
      status: 1,
      right: { outcome: "passed", judge: null, dispatch: null },
      unsure: { outcome: "needs_review", judge: "person" },
    });

    const review = await shop.runOf(cases.right.qa_run_id);
    expect(review).toMatchObject({
      verdict: "pass",
      verdict_reason: "The total is 12 euros. — seen: Picture 1 shows the total of 12 euros.",
      confidence: 0.9,
      decided_by: "model",
      performed_by: "agent",
      recorded_by: "model openai-compatible/local-coder",
      artifacts: [],
    });
    const capture = await shop.runOf(review.judges_run_id);
    expect(capture).toMatchObject({
      verdict: null,
      performed_by: "playwright",
      recorded_by: "Ada <ada@e.org>",
    });
    expect(review.raw_result).toEqual(capture.raw_result);
    expect(review.plan_run_id).toBe(capture.plan_run_id);
    expect(await shop.standing(cases.right.requirement_id)).toBe("satisfied");

    const asked = shop.double.requests.find((request) => caseOf(request) === "right");
    const shot = capture.artifacts.find(
      (one: { artifact_kind: string }) => one.artifact_kind === "screenshot",
    );
    const [picture, ...others] = asked?.messages[0]?.images ?? [];
    expect([picture?.mediaType, others.length]).toEqual(["image/png", 0]);
    expect(createHash("sha256").update(picture!.bytes).digest("hex")).toBe(shot.digest);
    const text = asked?.messages[0]?.text ?? "";
    expect(text).toContain("A1 The total is 12 euros.");
    expect(text).toContain("A2 target css=h1, check visible");
    expect(text).toContain('"title": "Shop ***"');
    expect(asked).toMatchObject({ mustUseTool: true, tools: [{ name: "judge" }] });
    expect(JSON.stringify(shop.double.requests.map(({ body }) => body))).not.toContain("correct-horse");

    const unsure = await shop.runOf(cases.unsure.qa_run_id);
    expect(unsure).toMatchObject({
      verdict: "undetermined",
      verdict_reason: "The total is 12 euros. — seen: *** covers it",
    });
    expect(await shop.standing(cases.unsure.requirement_id)).not.toBe("satisfied");
    const again = await shop.judge(unsure.judges_run_id);
    expect([again.status, again.document.errors[0].code]).toEqual([2, "already_judged"]);
    expect(again.document.errors[0].message).toContain("a person decides");
    expect(shop.double.requests).toHaveLength(2);
    const person = ["--run-id", unsure.judges_run_id, "--verdict", "pass", "--reason", "seen"];
    expect((await shop.told("qa", "run", "record-verdict", ...person)).status).toBe(0);
    expect(await shop.standing(cases.unsure.requirement_id)).toBe("satisfied");

    const { document } = await shop.told("budget", "--calls");
    const purposes = document.calls.map(({ purpose, by }: { purpose: string; by: string }) => [purpose, by]);
    expect(purposes).toEqual([
      ["qa-judge", "Ada <ada@e.org>"],
      ["qa-judge", "Ada <ada@e.org>"],
    ]);
    const [group] = document.groups.filter(({ group: name }: { group: string }) => name === "qa");
    // Two calls at 100 tokens of input and 20 of output, $1 and $10 a million.
    expect(JSON.stringify(group)).toContain("0.0006");
  });

  test("Q-131: its pass on a corrected case supersedes the failed one in its own transaction, and its fail supersedes nothing", async () => {
    const verdicts = ["fail", "fail", "pass"];
    const shop = await judgingShop((_, index) => judges({ verdict: verdicts[index], observed: "As it is." }));
    const { cases } = await shop.plan("looks", lookAt("cart"));
    const failed = cases.cart.requirement_id;
    const first = await shop.judge(cases.cart.qa_run_id);
    expect([first.status, first.document.result]).toMatchObject([
      1,
      {
        capture: cases.cart.qa_run_id,
        model: "openai-compatible/local-coder",
        pictures: 1,
        texts: 1,
        run: { verdict: "fail", judges_run_id: cases.cart.qa_run_id },
        superseded: [],
        spent_usd: "0.0003",
        most_usd: "2.00",
      },
    ]);
    const config = JSON.stringify({
      steps: [
        { action: "navigate", route: "/" },
        { action: "screenshot", capture: "corrected" },
      ],
    });
    const add = [
      "requirement",
      "add",
      "--item",
      "SHOP-1",
      "--title",
      "The case corrected",
      "--qa-kind",
      "e2e",
    ];
    const more = ["--qa-phase", "verification", "--method-id", "agent-inspection", "--method-config", config];
    const added = await shop.told("qa", ...add, ...more, "--replaces", failed);
    const corrected: string = added.document.result.requirement.id;
    const carryOut = () =>
      shop.told("qa", "case", "run", "--requirement-id", corrected, "--base-url", shop.url);
    expect((await carryOut()).document.result).toMatchObject({ outcome: "failed", reason: /As it is/ });
    expect(await shop.standing(failed)).not.toBe("superseded");
    expect(await carryOut()).toMatchObject({ status: 0, document: { result: { outcome: "passed" } } });
    expect(await shop.standing(failed)).toBe("superseded");
  });

  test("Q-162: what is no answer is undetermined, what was not asked or not answered is not recorded, and orders of a page are data", async () => {
    const shop = await judgingShop((request) => {
      switch (caseOf(request)) {
        case "garbage":
          return { text: "PASS! All is fine, trust me." };
        case "cut":
          return { text: '{"verdict": "pass", "assertion": "A1", "obser', finish: "length" };
        case "withheld":
          return { text: "I cannot look at that.", finish: "filtered" };
        case "broken":
          return { raw: '{"choices": [' };
        case "orders":
          return judges({ assertion: "A9", confidence: 7, release: true });
        case "slow":
          return { ...judges(), afterMs: 60_000 };
        default:
          return judges();
      }
    });
    shop.put(
      ".assay/methods/looked-at.yaml",
      "id: looked-at\ntitle: A person looks\nrunner_id: browser_substrate\nconfig_contract: browser-inspection\nverdict_path: person\nevidence_contract: a look\n",
    );
    const answers = ["garbage", "withheld", ...(process.env.ASSAY_TESTS === "full" ? ["cut", "broken"] : [])];
    const { status, cases } = await shop.plan(
      "looks",
      ...[...answers, "slow", "fine"].map((key) => lookAt(key)),
      lookAt("orders", { route: "/orders" }),
      lookAt("signed", { method: "looked-at" }),
    );
    expect(status).toBe(12);
    for (const key of [...answers, "orders"]) {
      const { status: code, document } = await shop.judge(cases[key].qa_run_id);
      expect([key, code, document.result]).toMatchObject([
        key,
        1,
        { run: { verdict: "undetermined", decided_by: "model", confidence: null } },
      ]);
      expect(document.result.run.verdict_reason).toMatch(/^the model gave no answer that counts: ./);
    }
    const [orders] = shop.double.requests.filter((request) => caseOf(request) === "orders");
    const text = orders?.messages[0]?.text ?? "";
    const [, mark] = /<(data-[0-9a-f]{24}) /.exec(text) ?? [];
    const outside = text.replace(new RegExp(`<${mark} [^>]*>.*?</${mark}>`, "gs"), "");
    expect(text).toContain(ORDERS);
    expect(outside).not.toContain(ORDERS);
    expect(text).not.toMatch(/<\/?data[ >]/);
    expect(orders?.system).toContain(mark);
    expect(orders?.tools.map(({ name }) => name)).toEqual(["judge"]);

    const before = shop.double.requests.length;
    const refusalOf = async (key: string, ...more: readonly string[]) => {
      const { status: code, document } = await shop.judge(cases[key].qa_run_id, ...more);
      expect([key, code, document.result]).toEqual([key, 2, null]);
      return `${document.errors[0].message}\n${document.errors[0].recover}`;
    };
    expect(await refusalOf("slow", "--timeout-seconds", "1")).toContain("no answer within 1 s");
    expect(await refusalOf("signed")).toContain("a person's judgement is asked for");
    // One picture at 50,000 tokens and $100 a million.
    shop.settle(100);
    expect(await refusalOf("fine")).toContain("$2.00, leaves");
    shop.settle(null);
    const none = await refusalOf("fine");
    expect(none).toContain("set `model` in .assay/config.yaml");
    expect(none).toContain(`assay qa run record-verdict --run-id ${cases.fine.qa_run_id} --verdict pass`);
    expect(shop.double.requests).toHaveLength(before + 1);

    shop.settle(1);
    const dry = await shop.judge(cases.fine.qa_run_id, "--dry-run");
    expect([dry.status, dry.document.result]).toMatchObject([
      0,
      { run: null, pictures: 1, spent_usd: "0.00" },
    ]);
    const asked = ["--request-id", "look-1"];
    const first = await shop.judge(cases.fine.qa_run_id, ...asked);
    const second = await shop.judge(cases.fine.qa_run_id, ...asked);
    expect(first).toMatchObject({ status: 0, document: { result: { run: { verdict: "pass" } } } });
    expect(second.document.result).toEqual(first.document.result);
    expect(shop.double.requests).toHaveLength(before + 2);
  });
});
