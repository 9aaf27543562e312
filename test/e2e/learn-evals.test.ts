import { expect, test } from "vitest";
import { learningTree, told } from "../support/learning-tree.ts";
import { learningEvents } from "../support/ledger-events.ts";
import { click, runText } from "../support/run-text.ts";

const day = (number: number) => ["--at", `2026-01-0${number}T10:00:00Z`];
const run = (button: string) => runText([{ name: `pays by ${button}`, steps: [click(button)] }]);

test("K-009 where an eval corpus lies there the proposals job holds new candidates against it, and serves what passes", async () => {
  const tree = await learningTree();
  // Without a corpus the evidence is enough: this gives the words of a claim.
  await tree.ingest(run("Pay"), day(1));
  const [known] = await tree.records();
  expect(known).toMatchObject({ status: "active", promotion: { path: "deterministic-verdict-floor" } });
  const anchorOf = (button: string) => known?.anchors[0]?.replace("Pay", button) ?? "";
  const claimOf = (button: string) => known?.claim.replaceAll("Pay", button) ?? "";
  const corpus = (right: string) =>
    tree.put(
      ".assay/evals/checkout.yaml",
      JSON.stringify({
        cases: [
          { key: "order", anchor: anchorOf("Order"), right: [claimOf("Order")] },
          { key: "cancel", anchor: anchorOf("Cancel"), right: [right] },
        ],
      }),
    );
  corpus("It does nothing.");

  const both = runText([
    { name: "orders", steps: [click("Order"), click("Cancel")] },
    { name: "pays by Pay", steps: [click("Pay")] },
  ]);
  const finished = await tree.ingest(both, day(2));
  const of = async (button: string) =>
    (await tree.records()).find(({ anchors }) => anchors[0] === anchorOf(button));
  const [order, cancel] = [await of("Order"), await of("Cancel")];
  expect(order).toMatchObject({ status: "active", promotion: { path: "gate1-lower-trust" } });
  expect(cancel).toMatchObject({ status: "candidate", held: "replay-failed" });
  const lines = told(finished);
  expect(lines).toContain(`curation: ${order?.id} promoted via gate1-lower-trust`);
  expect(lines).toContain(`curation: ${cancel?.id} held: replay-failed`);

  // Only what is new was checked: nothing of what was active before.
  const last = [...(await learningEvents(tree.folder)).values()]
    .flat()
    .filter(({ type }) => type === "proposals.finished")
    .map(({ data }) => data);
  const checks = [
    { record: order?.id, replay: "passed", case: ".assay/evals/checkout.yaml#order" },
    { record: cancel?.id, replay: "failed", case: ".assay/evals/checkout.yaml#cancel" },
  ];
  expect(last).toContainEqual({ skipped: "no-eval-corpus" });
  expect(last.find(({ skipped }) => skipped === null)).toMatchObject({
    checks: expect.toSatisfy((told: typeof checks) => told.length === 2),
  });
  for (const check of checks)
    expect(last.find(({ skipped }) => skipped === null)?.checks).toContainEqual(check);
  const history = await tree.json(["knowledge", "history", order?.id ?? ""]);
  expect(JSON.stringify(history.document)).toContain("gate1-lower-trust");

  // A corpus that cannot be read is named with its line, keeps the run queued, and changes no status.
  tree.put(".assay/evals/checkout.yaml", "cases:\n  - key: cancel\n    anchor: the button\n    right: []\n");
  const waits = await tree.ingest(run("Cancel"), day(3));
  expect(waits.stderr).toMatch(
    /proposals: run [0-9a-f]{8} waits: it failed \(\.assay\/evals\/checkout\.yaml:3: /,
  );
  expect(await of("Cancel")).toMatchObject({ status: "candidate", held: "replay-waits" });
  corpus(claimOf("Cancel"));
  expect(await tree.assay(["learn"])).toMatchObject({ status: 0 });
  expect(await of("Cancel")).toMatchObject({ status: "active", promotion: { path: "gate1-lower-trust" } });
});
