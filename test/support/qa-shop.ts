import { join } from "node:path";
import { sqliteLedger } from "../../knowledge/adapters/sqlite/ledger.ts";
import type { StoredEvent } from "../../knowledge/ports/ledger.ts";
import { callSession } from "./call-session.ts";
import { personTree } from "./person-tree.ts";
import { assay, type Finished, shell } from "./run-assay.ts";

/** What JSON says, whatever it is. */
type Json = ReturnType<typeof JSON.parse>;

/** A response of the function surface. */
export interface Told {
  readonly success: boolean;
  readonly result: Json;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly errors: readonly { readonly code: string; readonly message: string; readonly recover: string }[];
  readonly event_ids: readonly string[];
}

/** The same of a process of its own. */
export interface ToldAlone extends Told {
  readonly status: number | null;
}

export type QaShop = Awaited<ReturnType<typeof qaShop>>;

/** Who acts beside the person of the tree: an agent, in a session of its own. */
export const BUILDER = { ASSAY_ACTOR: "agent", ASSAY_SESSION: "builder" } as const;
export const REVIEWER = { ASSAY_ACTOR: "agent", ASSAY_SESSION: "reviewer" } as const;

const PLAN = `version: 1
slug: checkout
title: Checkout
cases:
  - key: pay
    title: Paying works
    method_id: manual
    instructions: Pay with a card.
    expected_outcome: The order is confirmed.
  - key: unit
    title: The unit tests pass
    method_id: command
    instructions: Run them.
    expected_outcome: All pass.
    method_config: {command: "npm test"}
`;

/** A repository with a commit, the epic SHOP-12 that its person holds, a plan `checkout`, and environments. */
export async function qaShop() {
  const tree = await personTree();
  tree.put("README.md", "shop\n");
  tree.put(".assay/plans/checkout.yaml", PLAN);
  tree.put(
    ".assay/config.yaml",
    [
      "version: 1",
      "qa: {project: shop}",
      "capabilities: [docker]",
      "environments:",
      "  - {name: staging, kind: preview, base_url: 'https://staging.example.org', executable: false}",
      "  - {name: branch-12, kind: ephemeral}",
      "  - {name: live, kind: prod}",
      "",
    ].join("\n"),
  );
  await tree.git("add -A");
  await tree.git("commit --quiet --message first");
  const { folder } = tree;
  type Env = Readonly<Record<string, string>>;

  const run = (args: readonly string[], env: Env = {}): Promise<Finished> =>
    assay(args, { cwd: folder, env });

  /** A command with `--json`. */
  async function told(args: readonly string[], env: Env = {}): Promise<ToldAlone> {
    return read(await run([...args, "--json"], env));
  }

  const sessions = new Map<string, ReturnType<typeof callSession>>();

  /** One call, answered by the process that answers all of the same environment. */
  async function call(
    fn: string,
    target: Json,
    payload: Json = {},
    more: Json = {},
    env: Env = {},
  ): Promise<Told> {
    const key = JSON.stringify(env);
    const ask = sessions.get(key) ?? callSession({ cwd: folder, env });
    sessions.set(key, ask);
    return ask({ function: fn, target, payload, ...more });
  }

  /** One document through an `assay qa call` of its own. */
  async function callAlone(
    fn: string,
    target: Json,
    payload: Json = {},
    more: Json = {},
    env: Env = {},
  ): Promise<ToldAlone> {
    const input = JSON.stringify({ function: fn, target, payload, ...more });
    return read(await assay(["qa", "call"], { cwd: folder, env, input }));
  }

  /** The command line that a refusal names, as it stands. */
  const recover = (line: string): Promise<Finished> =>
    shell(line.replace(/^assay /, '"$NODE" "$ASSAY" '), { cwd: folder });

  const requirement = (id: string) => ({ kind: "requirement", requirement_id: id });
  const ofRun = (id: string) => ({ kind: "run", run_id: id });

  /** Records a requirement of SHOP-12 and gives its id. */
  async function add(payload: Json = {}, env: Env = {}): Promise<string> {
    const wanted = { title: "It works", qa_kind: "e2e", ...payload };
    return (await call("qa.requirement.add", ITEM, wanted, {}, env)).result.requirement.id;
  }

  /** A run of a requirement that is over, or open without a verdict; its id. */
  async function attempt(
    id: string,
    completed: Json = null,
    payload: Json = {},
    env: Env = {},
  ): Promise<string> {
    const given = { ...payload, ...(completed === null ? {} : { completed }) };
    return (await call("qa.run.add", requirement(id), given, {}, env)).result.run.id;
  }

  /** How a requirement stands. */
  async function standing(id: string): Promise<Json> {
    return (await call("qa.requirement.get", requirement(id))).result.requirement.standing;
  }

  /** What the ledger holds of the item. */
  async function events(stream = "item/SHOP-12"): Promise<readonly StoredEvent[]> {
    const ledger = sqliteLedger(join(folder, ".git/assay/ledger.db"), { now: () => 0 });
    const all: StoredEvent[] = [];
    for await (const event of ledger.read(stream)) all.push(event);
    await ledger.close();
    return all;
  }

  const begun = await call("item.add", undefined, {
    ...{ key: "SHOP-12", title: "Checkout", kind: "epic", tasks: ["Cart"] },
  });
  if (!begun.success) throw new Error(JSON.stringify(begun.errors));
  return {
    ...tree,
    ...{ run, told, call, callAlone, recover, requirement, ofRun },
    ...{ add, attempt, standing, events },
  };
}

/** The item of the shop, and its task. */
export const ITEM = { kind: "item", item_id: "SHOP-12" } as const;
export const TASK = { kind: "task", epic_id: "SHOP-12", task_num: 1 } as const;

function read({ status, stdout, stderr }: Finished): ToldAlone {
  try {
    return { status, ...JSON.parse(stdout) };
  } catch {
    throw new Error(`no document (${status}): ${stdout}${stderr}`);
  }
}
