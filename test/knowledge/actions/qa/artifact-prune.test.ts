import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { itemAdd } from "../../../../knowledge/actions/item/item-add.ts";
import { dispatch } from "../../../../knowledge/actions/operation.ts";
import { qaArtifactAdd } from "../../../../knowledge/actions/qa/artifact-add.ts";
import { qaArtifactPrune } from "../../../../knowledge/actions/qa/artifact-prune.ts";
import { qaExport } from "../../../../knowledge/actions/qa/export.ts";
import { qaRequirementAdd } from "../../../../knowledge/actions/qa/requirement-add.ts";
import { qaRunAdd } from "../../../../knowledge/actions/qa/run-add.ts";
import { fileOutputs } from "../../../../knowledge/adapters/files/outputs.ts";
import { projectFiles } from "../../../../knowledge/adapters/files/project-files.ts";
import { fileQaArtifacts } from "../../../../knowledge/adapters/files/qa-artifacts.ts";
import { fileZips } from "../../../../knowledge/adapters/files/zips.ts";
import { systemIds } from "../../../../knowledge/adapters/system/ids.ts";
import type { StoredHandle } from "../../../../knowledge/ports/qa-artifacts.ts";
import { memoryDeps } from "../../../support/memory-deps.ts";
import { HEAD, requirement, run } from "../../qa/samples.ts";

/** An item with runs that leave evidence behind, all of it as old as files can be, and a year after it. */
async function evidenceShop() {
  const { deps: remembered, clock, report } = memoryDeps("seen\n");
  const folder = dirname(report);
  const deps = {
    ...remembered,
    gateBypass: { isAsked: false },
    ids: systemIds,
    outputs: fileOutputs(folder),
    projectFiles: projectFiles(folder),
    qaArtifacts: fileQaArtifacts(folder),
    session: { id: null, isAgent: false, capabilities: async () => [] },
    zips: fileZips(),
  };
  const resultOf = <Result>(response: { readonly result: Result | null; readonly errors: unknown }) => {
    expect(response.errors).toEqual([]);
    return response.result!;
  };
  await dispatch(itemAdd, deps, { payload: { key: "SHOP-12", title: "Pay by invoice" } });

  async function ran(blocking_mode: "blocking" | "non_blocking"): Promise<string> {
    const target = { kind: "item", item_id: "SHOP-12" } as const;
    const payload = { title: "Pays", qa_kind: "smoke", blocking_mode };
    const added = resultOf(await dispatch(qaRequirementAdd, deps, { target, payload }));
    return resultOf(
      await dispatch(qaRunAdd, deps, {
        target: { kind: "requirement", requirement_id: added.requirement.id },
        payload: { performed_by: "manual", completed: { verdict: "pass" } },
      }),
    ).run.id;
  }

  async function keep(run_id: string, of: { readonly file: string } | { readonly handle: StoredHandle }) {
    const { artifact } = resultOf(
      await dispatch(qaArtifactAdd, deps, {
        target: { kind: "run", run_id },
        payload: { artifact_kind: "log", ...of },
      }),
    );
    if (artifact?.handle.backend !== "local") throw new Error("no artifact in a file");
    const path = join(folder, artifact.handle.path);
    utimesSync(path, 1, 1);
    return { artifact, handle: artifact.handle, path };
  }

  const prune = async (yes = true) =>
    resultOf(await dispatch(qaArtifactPrune, deps, { payload: { yes, older_than_days: 30 } }));
  return { deps, report, ran, keep, prune, pass: () => clock.pass(365 * 86_400) };
}

test("bytes that one which stays shares are kept for it, and a dry run deletes nothing", async () => {
  const { ran, keep, prune, pass, report } = await evidenceShop();
  const loose = await keep(await ran("non_blocking"), { file: report });
  const alone = await keep(await ran("non_blocking"), { file: report });
  await keep(await ran("blocking"), { handle: loose.handle });
  pass();
  expect(await prune(false)).toMatchObject({
    artifacts: [{ id: alone.artifact.id }],
    kept: { binding: 1, shared: 1 },
    is_done: false,
  });
  expect(existsSync(alone.path)).toBe(true);
  expect(await prune()).toMatchObject({ artifacts: [{ id: alone.artifact.id }], deleted: 1 });
  expect([existsSync(alone.path), existsSync(loose.path)]).toEqual([false, true]);
});

test("whoever was stopped between saying it and doing it: the rest goes the next time, and is said once", async () => {
  const { deps, ran, keep, prune, pass, report } = await evidenceShop();
  const { path } = await keep(await ran("non_blocking"), { file: report });
  pass();
  expect(await prune()).toMatchObject({ deleted: 1 });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "seen\n");
  utimesSync(path, 1, 1);
  expect(await prune()).toMatchObject({ artifacts: [], deleted: 1 });
  expect(existsSync(path)).toBe(false);
  const said: string[] = [];
  for await (const { type } of deps.ledger.read("item/SHOP-12")) said.push(type);
  expect(said.filter((type) => type === "QAArtifactPruned")).toHaveLength(1);
});

test("an execution is exported with the commit of its last run; no gate stands before it", async () => {
  const { deps } = await evidenceShop();
  const execution_id = "exec-7k3f9x2m0a";
  const row = requirement({ id: `${execution_id}/req-0000000001`, item_id: null, execution_id });
  const passed = run({
    id: `${execution_id}/run-0000000001`,
    qa_requirement_id: row.id,
    raw_result: { code_identity: { branch: null, sha: HEAD } },
  });
  await deps.ledger.append(`execution/${execution_id}`, 0, [
    { type: "QARequirementCreated", v: 1, data: { row, materialization: null } },
    { type: "QARunStarted", v: 1, data: { run: passed } },
  ]);
  const target = { kind: "execution", execution_id } as const;
  const { result } = await dispatch(qaExport, deps, { target, payload: { format: "in-toto" } });
  expect(result).toMatchObject({ subject: execution_id, commit: HEAD, tests: { passed: 1 } });
  expect(JSON.parse(result?.text ?? "")).toMatchObject({
    subject: [{ name: execution_id, digest: { gitCommit: HEAD } }],
    predicate: { result: "PASSED" },
  });
  const gated = await dispatch(qaExport, deps, { target, payload: { format: "ctrf", gate: "done" } });
  expect(gated.errors).toMatchObject([
    { code: "precondition_failed", recover: `assay qa export ${execution_id} --format junit` },
  ]);
});
