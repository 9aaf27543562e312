import { execFileSync } from "node:child_process";
import { existsSync, watch } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type PersonTree, personTree } from "../support/person-tree.ts";
import { assay, begin, type Finished } from "../support/run-assay.ts";

let tree: PersonTree;
let gate: string;
/** Requirements of the plan, by the key of their case. */
let cases: Readonly<Record<string, string>>;

/** Says that it drives the machine, and does until somebody writes to the gate. */
const DRIVES = ": > driving; cat gate; rm driving; echo done";

beforeEach(async () => {
  tree = await personTree();
  gate = join(tree.folder, "gate");
  execFileSync("mkfifo", [gate]);
  tree.put("src.txt", "first\n");
  tree.put(".gitignore", "gate\ndriving\n");
  tree.put(".assay/config.yaml", "version: 1\ncapabilities: [test-machine]\n");
  const terminal = (key: string, command: string) => `  - key: ${key}
    title: Case ${key}
    method_id: terminal-check
    instructions: Drive it.
    expected_outcome: It is driven alone.
    method_config:
      command: ${JSON.stringify(command)}
      steps: [{action: wait_for, text: done}, {action: assert, check: exit_code, expected: 0}]
`;
  tree.put(
    ".assay/plans/machine.yaml",
    `version: 1\nslug: machine\ntitle: The machine\ncases:\n${terminal("long", DRIVES)}${terminal("alone", "test ! -e driving && echo done")}`,
  );
  await tree.git("add -A");
  await tree.git("commit --quiet --message first");
  await tree.asJson(["item", "add", "SHOP-1", "--title", "Work"]);
  const made = await tree.asJson(["qa", "plan", "materialize", "--plan", "machine", "--item", "SHOP-1"]);
  cases = Object.fromEntries(
    made.document.result.created.map((one: { requirement_id: string; case_key: string }) => [
      one.case_key,
      one.requirement_id,
    ]),
  );
});

const caseRun = (key: string, ...more: readonly string[]) => [
  "qa",
  "case",
  "run",
  "--requirement-id",
  cases[key] ?? "",
  "--json",
  ...more,
];

const run = (args: readonly string[], cwd = tree.folder): Promise<Finished> => assay(args, { cwd });

/** Begins the long case, and waits until it drives the machine. */
async function drive() {
  const { child, finished } = begin(caseRun("long"), { cwd: tree.folder });
  const path = join(tree.folder, "driving");
  await until(child.pid, finished, () => existsSync(path));
  return { child, finished };
}

async function until(pid: number | undefined, ended: Promise<Finished>, isSo: () => boolean): Promise<void> {
  let over: Finished | null = null;
  void ended.then((finished) => {
    over = finished;
  });
  const watcher = watch(tree.folder);
  try {
    while (!isSo()) {
      if (over !== null) throw new Error(`${pid} ended before: ${JSON.stringify(over)}`);
      await Promise.race([ended, new Promise((resolve) => watcher.once("change", resolve))]);
    }
  } finally {
    watcher.close();
  }
}

describe("the test machine of a clone", () => {
  test("is driven by one process at a time: another is told by whom and ends with 3, or waits its turn", async () => {
    const first = await drive();
    const other = join(tree.folder, ".git/other-tree");
    await tree.git(`worktree add --quiet ${other}`);
    const [refused, roster] = [
      await run(caseRun("alone"), other),
      await run(["qa", "plan", "run", "--plan", "machine", "--item", "SHOP-1", "--json"]),
    ];
    const { result } = JSON.parse(refused.stdout);
    expect({ status: refused.status, outcome: result.outcome, run: result.run }).toEqual({
      status: 3,
      outcome: "waiting",
      run: null,
    });
    expect(result.reason).toMatch(
      new RegExp(
        `^the test machine is driven by Ada <ada@e.org> \\(\\S+/${first.child.pid}/\\w+\\) for ${cases.long}, since 20\\d\\d-`,
      ),
    );
    expect(result.dispatch).toBe(`assay qa case run --requirement-id ${cases.alone} --wait 600`);
    expect(roster.status).toBe(3);
    expect(JSON.parse(roster.stdout).result.cases.map((one: { outcome: string }) => one.outcome)).toEqual([
      "waiting",
      "waiting",
    ]);

    const waiting = begin(result.dispatch.split(" ").slice(1), { cwd: tree.folder });
    await new Promise<void>((resolve, reject) => {
      waiting.child.stderr.on("data", (chunk: Buffer) => {
        if (chunk.includes("waits: the test machine is driven by Ada")) resolve();
      });
      void waiting.finished.then(({ stdout, stderr }) => reject(new Error(stdout + stderr)));
    });
    await writeFile(gate, "");
    expect(JSON.parse((await first.finished).stdout).result).toMatchObject({ outcome: "passed" });
    expect(await waiting.finished).toMatchObject({ status: 0, stdout: expect.stringContaining("passed") });
  });

  test("is free at once when the process that drove it is killed", async () => {
    const { child, finished } = await drive();
    child.kill("SIGKILL");
    await finished;
    execFileSync("rm", ["-f", join(tree.folder, "driving")]);
    const { status, stdout } = await run(caseRun("alone"));
    expect({ status, outcome: JSON.parse(stdout).result.outcome }).toEqual({ status: 0, outcome: "passed" });
  });
});
