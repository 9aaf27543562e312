import { describe, expect, test } from "vitest";
import { itemAdd } from "../../../knowledge/actions/item/item-add.ts";
import { itemMove } from "../../../knowledge/actions/item/item-move.ts";
import { dispatch } from "../../../knowledge/actions/operation.ts";
import { projectFiles } from "../../../knowledge/adapters/files/project-files.ts";
import { fileQaArtifacts } from "../../../knowledge/adapters/files/qa-artifacts.ts";
import { lateLedger } from "../../../knowledge/adapters/sqlite/late-ledger.ts";
import type { Ledger } from "../../../knowledge/ports/ledger.ts";
import { memoryDeps } from "../../support/memory-deps.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const target = { kind: "item", item_id: "SHOP-12" } as const;

/** An item whose move into the review is asked for with the bypass, on the ledger as `over` composes it. */
async function waitingItem() {
  const { deps: base } = memoryDeps("");
  const folder = temporaryFolder();
  const deps = {
    ...base,
    gateBypass: { isAsked: true },
    person: { name: async () => "operator" },
    projectFiles: projectFiles(folder),
    qaArtifacts: fileQaArtifacts(folder),
    session: { id: null, isAgent: false, capabilities: async () => [] },
  };
  await dispatch(itemAdd, deps, { payload: { key: "SHOP-12", title: "Pay by invoice" } });
  await dispatch(itemMove, deps, { target, payload: { to: "implementing" } });
  return (over: (ledger: Ledger) => Ledger) =>
    dispatch(
      itemMove,
      { ...deps, ledger: over(deps.ledger) },
      { target, payload: { to: "reviewing-implementation" }, options: { dry_run: true } },
    );
}

describe("asking for a gate to be passed without proof", () => {
  test("is granted on a ledger that test support composed, and on no other", async () => {
    const asked = await waitingItem();
    const granted = await asked((ledger) => ({ ...ledger, isTestContext: true }));
    expect(granted).toMatchObject({ success: true, result: { gate: { is_open: true, blockers: [] } } });
    for (const over of [
      (ledger: Ledger) => ledger,
      // As it is composed on a machine: opened when it is first asked for.
      (ledger: Ledger) => lateLedger(async () => ledger),
      (ledger: Ledger) => lateLedger(async () => ({ ...ledger, isTestContext: true as const })),
    ])
      expect(await asked(over)).toMatchObject({
        success: false,
        errors: [{ code: "GATE_QA_BYPASS_FORBIDDEN" }],
      });
  });
});
