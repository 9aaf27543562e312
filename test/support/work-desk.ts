import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { dispatchedOperations } from "../../cli/tui/dispatched.ts";
import type { Reach } from "../../cli/tui/reach.ts";
import { initialState } from "../../cli/tui/state.ts";
import { createStore } from "../../cli/tui/store.ts";
import { itemAdd } from "../../knowledge/actions/item/item-add.ts";
import { dispatch } from "../../knowledge/actions/operation.ts";
import { qaPlanMaterialize } from "../../knowledge/actions/qa/plan-materialize.ts";
import { qaRequirementAddBatch } from "../../knowledge/actions/qa/requirement-add-batch.ts";
import { configFile } from "../../knowledge/adapters/files/config-file.ts";
import { fileDrafts } from "../../knowledge/adapters/files/drafts.ts";
import { projectFiles } from "../../knowledge/adapters/files/project-files.ts";
import { fileQaArtifacts } from "../../knowledge/adapters/files/qa-artifacts.ts";
import { fileSecrets } from "../../knowledge/adapters/files/secrets.ts";
import { gitRepository } from "../../knowledge/adapters/git/repository.ts";
import { memoryLedger } from "../../knowledge/adapters/memory/ledger.ts";
import { systemClock } from "../../knowledge/adapters/system/clock.ts";
import { systemIds } from "../../knowledge/adapters/system/ids.ts";
import { CONFIG_PATH } from "../../knowledge/config/config.ts";
import type { Deps } from "../../knowledge/ports/deps.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/**
 * The screens' operations over a repository of its own, what is remembered in memory, and a store as it is at the start.
 */
export function workDesk() {
  const folder = temporaryFolder();
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  git("init", "--quiet", "--initial-branch=main");
  git(
    "-c",
    "user.name=t",
    "-c",
    "user.email=t@example.org",
    "commit",
    "--quiet",
    "--allow-empty",
    "-m",
    "begin",
  );
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const given = {
    clock: systemClock,
    configFile: configFile(folder, CONFIG_PATH),
    drafts: fileDrafts(folder),
    gateBypass: { isAsked: false },
    ids: systemIds,
    ledger: memoryLedger(systemClock),
    person: { name: async () => "operator" },
    projectFiles: projectFiles(folder),
    qaArtifacts: fileQaArtifacts(join(folder, ".git/assay")),
    repository: gitRepository({ cwd: folder, env: process.env }),
    secrets: fileSecrets([]),
    session: { id: null, isAgent: false, capabilities: async () => [] },
  };
  const deps = given as unknown as Deps;
  const operations = dispatchedOperations(deps);
  const store = createStore(initialState({ columns: 100, rows: 40 }, Date.UTC(2027, 0, 4)));
  const copied: string[] = [];
  const reach: Reach = {
    operations,
    now: () => 0,
    evidence: join(folder, ".git/assay"),
    copy(text) {
      copied.push(text);
      return "copied";
    },
    browse: async () => false,
    answerSave: () => {},
    goOnEditing: () => {},
  };

  const resultOf = <Result>(answer: { readonly result: Result | null; readonly errors: unknown }): Result => {
    if (answer.result === null) throw new Error(JSON.stringify(answer.errors));
    return answer.result;
  };
  const target = (key: string) => ({ kind: "item", item_id: key }) as const;

  return {
    put,
    store,
    reach,
    operations,
    copied,
    /** An issue, or with tasks an epic. */
    async addItem(key: string, ...tasks: readonly string[]) {
      const kind = tasks.length === 0 ? "issue" : "epic";
      const title = "Pay by invoice";
      resultOf(await dispatch(itemAdd, deps, { payload: { key, title, kind, tasks: [...tasks] } }));
    },
    async materialize(key: string, plan: string) {
      resultOf(
        await dispatch(qaPlanMaterialize, deps, { target: target(key), payload: { plan_ids: [plan] } }),
      );
    },
    /** So many requirements by hand, in as few calls as may be; their ids. */
    async require(key: string, count: number, more: object = {}): Promise<readonly string[]> {
      const ids: string[] = [];
      for (let left = count; left > 0; left -= 500) {
        const requirements = Array.from({ length: Math.min(left, 500) }, (_, at) => ({
          title: `Criterion ${String(count - left + at + 1).padStart(4, "0")} holds`,
          qa_kind: "acceptance",
          ...more,
        }));
        const made = resultOf(
          await dispatch(qaRequirementAddBatch, deps, { target: target(key), payload: { requirements } }),
        );
        ids.push(...made.requirements.map(({ id }) => id));
      }
      return ids;
    },
  };
}
