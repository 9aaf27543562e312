import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { itemAdd } from "../../knowledge/actions/item/item-add.ts";
import { itemMove, itemTaskMove } from "../../knowledge/actions/item/item-move.ts";
import { dispatch } from "../../knowledge/actions/operation.ts";
import { qaRequirementAdd } from "../../knowledge/actions/qa/requirement-add.ts";
import { qaRunAdd } from "../../knowledge/actions/qa/run-add.ts";
import { configFile } from "../../knowledge/adapters/files/config-file.ts";
import { projectFiles } from "../../knowledge/adapters/files/project-files.ts";
import { fileQaArtifacts } from "../../knowledge/adapters/files/qa-artifacts.ts";
import { fileSecrets } from "../../knowledge/adapters/files/secrets.ts";
import { gitLedgerRemote } from "../../knowledge/adapters/git/ledger-remote.ts";
import { gitPerson } from "../../knowledge/adapters/git/person.ts";
import { gitRepository } from "../../knowledge/adapters/git/repository.ts";
import { sqliteLedger } from "../../knowledge/adapters/sqlite/ledger.ts";
import { sqliteLedgerSync } from "../../knowledge/adapters/sqlite/ledger-sync.ts";
import { systemClock } from "../../knowledge/adapters/system/clock.ts";
import { systemIds } from "../../knowledge/adapters/system/ids.ts";
import { CONFIG_PATH } from "../../knowledge/config/config.ts";
import type { ItemStatus } from "../../knowledge/item/item-status.ts";
import { personTree } from "./person-tree.ts";
import { COMPILED, LAUNCHER, shell } from "./run-assay.ts";
import { temporaryFolder } from "./temporary-folder.ts";

type Env = Readonly<Record<string, string>>;

/** What a requirement of a test is, where it matters. */
interface Wanted {
  readonly title?: string;
  readonly qa_phase?: "verification" | "post_deploy" | "manual_acceptance";
  readonly blocking_mode?: "blocking" | "non_blocking";
  readonly task?: number;
}

/**
 * The steps that lead to what a test is about, through the same operations and on the same files as the commands, without
 * a process each.
 */
function stepsIn(folder: string) {
  const state = join(folder, ".git/assay");
  mkdirSync(state, { recursive: true });
  const place = { cwd: folder, env: process.env };
  const deps = {
    clock: systemClock,
    configFile: configFile(folder, CONFIG_PATH),
    gateBypass: { isAsked: false },
    ids: systemIds,
    ledger: sqliteLedger(join(state, "ledger.db"), systemClock),
    ledgerRemote: gitLedgerRemote(place),
    ledgerSync: sqliteLedgerSync(join(state, "ledger.db")),
    person: gitPerson(place),
    projectFiles: projectFiles(folder),
    qaArtifacts: fileQaArtifacts(state),
    repository: gitRepository(place),
    secrets: fileSecrets([]),
    session: { id: null, isAgent: false, capabilities: async () => [] },
  };
  onTestFinished(() => deps.ledger.close());
  const subject = (key: string, task?: number) =>
    task === undefined
      ? ({ kind: "item", item_id: key } as const)
      : ({ kind: "task", epic_id: key, task_num: task } as const);
  const resultOf = <Result>({
    result,
    errors,
  }: {
    readonly result: Result | null;
    readonly errors: unknown;
  }) => {
    expect(errors).toEqual([]);
    return result!;
  };

  return {
    /** An issue, or with tasks an epic. */
    async add(key: string, ...tasks: readonly string[]): Promise<void> {
      const kind = tasks.length === 0 ? "issue" : "epic";
      resultOf(
        await dispatch(itemAdd, deps, { payload: { key, title: "Pay by invoice", kind, tasks: [...tasks] } }),
      );
    },
    /** A requirement; gives its id. */
    async require(key: string, { task, ...wanted }: Wanted = {}): Promise<string> {
      const payload = { title: "Reviewed", qa_kind: "implementation_review", ...wanted };
      return resultOf(await dispatch(qaRequirementAdd, deps, { target: subject(key, task), payload }))
        .requirement.id;
    },
    /** A person's run with its verdict, at a commit where one is given; gives its id. */
    async judge(requirement_id: string, verdict: "pass" | "fail", sha?: string): Promise<string> {
      const payload = {
        performed_by: "manual" as const,
        code_identity: sha === undefined ? null : { sha, branch: null },
        completed: { verdict, verdict_reason: "as seen" },
      };
      const target = { kind: "requirement", requirement_id } as const;
      return resultOf(await dispatch(qaRunAdd, deps, { target, payload })).run.id;
    },
    async move(key: string, ...to: readonly ItemStatus[]): Promise<void> {
      for (const one of to)
        resultOf(await dispatch(itemMove, deps, { target: subject(key), payload: { to: one } }));
    },
    async moveTask(key: string, task: number, ...to: readonly ItemStatus[]): Promise<void> {
      for (const one of to)
        resultOf(await dispatch(itemTaskMove, deps, { target: subject(key, task), payload: { to: one } }));
    },
  };
}

/** A repository with one commit on `main`, and `assay` on the PATH of whoever types a command line there. */
export async function itemTree() {
  const tree = await personTree();
  const bin = temporaryFolder();
  const program = join(bin, "assay");
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${LAUNCHER}' "$@"\n`);
  chmodSync(program, 0o755);
  tree.put("README.md", "shop\n");
  await tree.git("add README.md");
  await tree.git("commit --quiet -m begin");

  /** A command line as a person types it. */
  const type = (line: string, env: Env = {}) =>
    shell(line, { cwd: tree.folder, env: { ...COMPILED, ...env, PATH: `${bin}:${process.env.PATH}` } });

  /** The response of a command line that is carried out; a refusal is a failure. */
  async function done(line: string, env: Env = {}) {
    const { status, stdout, stderr } = await type(`${line} --json`, env);
    expect([line, status, stdout, stderr]).toEqual([line, 0, expect.anything(), expect.anything()]);
    return JSON.parse(stdout);
  }

  /** The first error of a command line that the state says no to. */
  async function refused(
    line: string,
    env: Env = {},
  ): Promise<{ code: string; message: string; recover: string }> {
    const { status, stdout, stderr } = await type(`${line} --json`, env);
    expect([line, status, stderr]).toEqual([line, 1, expect.anything()]);
    const { success, errors } = JSON.parse(stdout);
    expect(success).toBe(false);
    return errors[0];
  }

  /** What a gate says now. */
  async function gate(words: string) {
    const { status, stdout } = await type(`assay qa gate-summary ${words} --json`);
    const { result } = JSON.parse(stdout);
    expect(status).toBe(result.gate.is_open ? 0 : 1);
    return result.gate;
  }

  /** A commit on the branch that is checked out; gives its hash. */
  async function commit(text: string): Promise<string> {
    tree.put("README.md", text);
    await tree.git("commit --quiet -am change");
    return (await tree.git("rev-parse HEAD")).trim();
  }

  return { ...tree, steps: stepsIn(tree.folder), type, done, refused, gate, commit };
}
