import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { CHROMIUM, WHY_NOT } from "../support/chromium.ts";
import { personTree } from "../support/person-tree.ts";
import { assay } from "../support/run-assay.ts";

const browserCase = (key: string, ...steps: readonly string[]) => `  - key: ${key}
    title: Case ${key}
    method_id: browser-check
    instructions: Do it.
    expected_outcome: It is as it should be.
    method_config:
      step_timeout_seconds: 4
      steps:
${["{action: navigate, route: /}", ...steps].map((step) => `        - ${step}\n`).join("")}`;

const plan = (slug: string, ...cases: readonly string[]) =>
  `version: 1\nslug: ${slug}\ntitle: Plan ${slug}\ncases:\n${cases.join("")}`;

describe.skipIf(CHROMIUM === undefined)(`a selector that finds nothing any more${WHY_NOT}`, () => {
  test("L-026 L-025: is healed by what memory knows of its element and superseded with evidence; an assertion never is", async () => {
    let id = "order";
    const server = createServer((_, response) =>
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(
          `<!doctype html><link rel="icon" href="data:,"><title>Shop</title><h1>Cart</h1><button id="${id}" onclick="document.querySelector('h1').textContent='Ordered'">Place order</button>`,
        ),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const tree = await personTree();
      tree.put("src.txt", "first\n");
      tree.put(
        ".assay/plans/before.yaml",
        plan("before", browserCase("seen", '{action: assert, target: "css=#order", check: visible}')),
      );
      tree.put(
        ".assay/plans/after.yaml",
        plan(
          "after",
          browserCase(
            "orders",
            '{action: click, target: "css=#order"}',
            '{action: assert, target: "heading[Ordered]", check: visible}',
          ),
          browserCase("asserts", '{action: assert, target: "css=#order", check: visible}'),
        ),
      );
      await tree.git("add .");
      await tree.git("commit --quiet --message first");
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const run = (slug: string) =>
        assay(["plan", "run", slug, "--project", "project", "--base-url", url, "--json"], {
          cwd: tree.folder,
        });
      expect(await run("before")).toMatchObject({ status: 0 });
      const selectors = async () =>
        (await tree.asJson(["knowledge", "list"])).document.records.filter(
          ({ type }: { readonly type?: string }) => type === "selector",
        );
      const [old] = await selectors();
      expect(old.claim.trim()).toBe("On /, button[Place order] is found by css=#order.");

      id = "order-now";
      const { status, stdout } = await run("after");
      const { cases } = JSON.parse(stdout).result;
      expect({ status, cases }).toMatchObject({
        status: 1,
        cases: [{ outcome: "passed", reason: null }, { outcome: "failed" }],
      });
      const shown = await tree.asJson(["qa", "run", "show", "--run-id", cases[0].qa_run_id]);
      expect(shown.document.result.runs[0].raw_result.values.healed).toEqual([
        {
          step: 2,
          from: "css=#order",
          to: "button[Place order]",
          record: old.id,
          element: "button[Place order]",
        },
      ]);
      const { document } = await tree.asJson(["knowledge", "show", old.id]);
      expect(JSON.stringify(document)).toContain('"superseded"');
      const claims = (await selectors()).map(({ claim }: { readonly claim: string }) => claim.trim());
      expect(claims).toContain("On /, button[Place order] is found by button[Place order].");
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
