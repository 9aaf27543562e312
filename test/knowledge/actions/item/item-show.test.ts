import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { itemAdd } from "../../../../knowledge/actions/item/item-add.ts";
import { itemShow } from "../../../../knowledge/actions/item/item-show.ts";
import { dispatch } from "../../../../knowledge/actions/operation.ts";
import { qaGateSummaryRun } from "../../../../knowledge/actions/qa/gate-summary.ts";
import { qaRequirementAdd } from "../../../../knowledge/actions/qa/requirement-add.ts";
import { projectFiles } from "../../../../knowledge/adapters/files/project-files.ts";
import { fileQaArtifacts } from "../../../../knowledge/adapters/files/qa-artifacts.ts";
import { systemIds } from "../../../../knowledge/adapters/system/ids.ts";
import { CONFIG_PATH } from "../../../../knowledge/config/config.ts";
import { memoryDeps } from "../../../support/memory-deps.ts";

test("the next gate is refused where the shared ledger that the settings name is not seen, as the gate itself is", async () => {
  const { deps: remembered, report } = memoryDeps("seen\n");
  const folder = dirname(report);
  const deps = {
    ...remembered,
    gateBypass: { isAsked: false },
    ids: systemIds,
    person: { name: async () => "operator" },
    projectFiles: projectFiles(folder),
    qaArtifacts: fileQaArtifacts(folder),
    session: { id: null, isAgent: false, capabilities: async () => [] },
  };
  const target = { kind: "item", item_id: "SHOP-12" } as const;
  const gate = async () => (await dispatch(itemShow, deps, { target, payload: {} })).result?.gate;
  await dispatch(itemAdd, deps, { payload: { key: "SHOP-12", title: "Pay by invoice" } });
  await dispatch(qaRequirementAdd, deps, { target, payload: { title: "Pays", qa_kind: "smoke" } });
  expect(await gate()).toMatchObject({ is_open: true, word: "accepted", blockers: [] });

  mkdirSync(dirname(join(folder, CONFIG_PATH)), { recursive: true });
  writeFileSync(join(folder, CONFIG_PATH), "version: 1\nledger_remote: origin\n");
  const payload = { target_status: "reviewing-implementation" } as const;
  const { errors } = await dispatch(qaGateSummaryRun, deps, { target, payload });
  const [{ code, message: why, recover } = {}] = errors;
  expect(code).toBe("precondition_failed");
  expect(await gate()).toMatchObject({
    is_open: false,
    word: "refused",
    blockers: [{ code, requirement_id: null, why, recover }],
    rows: [{ title: "Pays" }],
  });
});
