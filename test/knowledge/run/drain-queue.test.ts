import { dirname } from "node:path";
import { expect, test } from "vitest";
import { ingest } from "../../../knowledge/actions/ingest.ts";
import { learn } from "../../../knowledge/actions/learn.ts";
import { dispatch } from "../../../knowledge/actions/operation.ts";
import { gitRepository } from "../../../knowledge/adapters/git/repository.ts";
import { DEFAULT_CONFIG } from "../../../knowledge/config/config.ts";
import { secretMask } from "../../../knowledge/record/secret-mask.ts";
import { readFound } from "../../../knowledge/run/read-found.ts";
import { recordRead } from "../../../knowledge/run/record-whole.ts";
import { memoryDeps } from "../../support/memory-deps.ts";
import { click, runText } from "../../support/run-text.ts";

const REPORT = runText([{ name: "orders", steps: [click("Pay")] }]);

/** The ports of a project, and the same without a git on the PATH. */
function withAndWithoutGit() {
  const { deps, report } = memoryDeps(REPORT);
  const place = { cwd: dirname(report), env: { PATH: "/nowhere" } };
  return { deps, gitless: { ...deps, repository: gitRepository(place) }, report };
}

test("a run that was recorded without a checkout, as before there was one, is learned from anywhere", async () => {
  const { deps, gitless, report } = withAndWithoutGit();
  await dispatch(ingest, gitless, { reports: [report], commit: "abc", detach: true });
  expect(await dispatch(learn, deps, {})).toMatchObject({ runs: [{ result: "done" }], elsewhere: [] });
  expect(await deps.records.list()).toHaveLength(1);
});

test("where git cannot tell what is checked out, what was recorded at a checkout waits", async () => {
  const { deps, gitless, report } = withAndWithoutGit();
  await dispatch(ingest, deps, { reports: [report], detach: true, run: "r" });
  const where = "on branch main in the main work tree";
  expect(await dispatch(learn, gitless, {})).toMatchObject({ runs: [], left: 0, elsewhere: [{ where }] });
  expect(await dispatch(learn, deps, {})).toMatchObject({ runs: [{ result: "done" }], elsewhere: [] });
});

test("a run whose reports came from the forge is learned from in no work tree, unless a person names it", async () => {
  const { deps, report } = memoryDeps(REPORT);
  const rules = { mask: secretMask([]) };
  const config = DEFAULT_CONFIG;
  const found = await readFound(deps, { ...rules, config }, { reports: [report], allowEmpty: false });
  if (found === null) throw new Error("there is no report");
  const pulledFrom = "https://forge.example/acme/shop/actions/runs/1";
  const { run } = await recordRead(deps, rules, found, { commit: "abc", branch: "main", pulledFrom });
  expect(await dispatch(learn, deps, {})).toMatchObject({ runs: [], left: 0, elsewhere: [] });
  expect(await deps.records.list()).toEqual([]);
  expect(await dispatch(learn, deps, { here: run })).toMatchObject({ runs: [{ run, result: "done" }] });
  expect(await deps.records.list()).toHaveLength(1);
});
