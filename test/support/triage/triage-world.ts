import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { sqliteLedger } from "../../../knowledge/adapters/sqlite/ledger.ts";
import type { BudgetView, TriageRan } from "../../../knowledge/index.ts";
import { readState } from "../../../knowledge/ledger/read-state.ts";
import type { RepositoryName } from "../../../knowledge/ports/forge.ts";
import type { Ledger } from "../../../knowledge/ports/ledger.ts";
import { WATCH } from "../../../knowledge/watch/watch.ts";
import { type WatchEvents, watchEvent } from "../../../knowledge/watch/watch-events.ts";
import { watchStream } from "../../../knowledge/watch/watch-stream.ts";
import { STALE_LOG } from "../change/ci-logs.ts";
import { BASE, STALE_TEST } from "../change/shop-files.ts";
import { type GithubOptions, startGithub } from "../github/github.ts";
import type { NewRepository } from "../github/repository-controls.ts";
import type { ModelRequest, ScriptedAnswer } from "../model/model-script.ts";
import { type ModelScript, startModel } from "../model/start-model.ts";
import { assay, shell } from "../run-assay.ts";
import { temporaryFolder } from "../temporary-folder.ts";

export interface TriageWorldOptions {
  readonly model?: ModelScript;
  readonly forge?: GithubOptions;
  readonly repository?: NewRepository;
  readonly files?: Readonly<Record<string, string>>;
  /** Added to the settings. */
  readonly settings?: string;
  /** Whether the settings let public repositories quote logs. */
  readonly quotesLogs?: boolean;
  /** The organisation that watches; null: the settings name none. */
  readonly organisation?: string | null;
  /** Name of the artifact that runs are learned from; by default none are. */
  readonly artifact?: string;
}

export type TriageWorld = Awaited<ReturnType<typeof triageWorld>>;

export const SHOP: RepositoryName = "acme/shop";
export const FAILURE = "f-1";
/** USD of a call of the scripted model, by its usual usage and the price of the settings. */
export const CALL_USD = "0.002";

/** Milliseconds that the forge's clock is behind, so that what it reports was settled a while ago. */
const BEHIND = 10 * 60_000;

/**
 * A shop on a forge of its own, whose default branch is watched: green at first, then red by what came in. Its ledger is
 * that of the clone in which somebody works by the built CLI. Cleared away when the running test ends.
 */
export async function triageWorld(options: TriageWorldOptions = {}) {
  const github = await startGithub(options.forge);
  onTestFinished(() => github.close());
  github.clock.advance(-BEHIND);
  const repo = github.repository(SHOP, {
    private: true,
    files: { ...BASE, ...options.files },
    people: ["acme", "ada"],
    ...options.repository,
  });
  const green = repo.tip();
  repo.check(green, { name: "test", conclusion: "success", job: true });
  const model =
    options.model === undefined
      ? null
      : await startModel({ protocol: "openai-compatible", script: options.model });
  if (model !== null) onTestFinished(() => model.close());
  const clone = temporaryFolder();
  await shell("git init -q -b main", { cwd: clone });
  mkdirSync(join(clone, ".assay"));
  const { organisation = "acme" } = options;
  writeFileSync(
    join(clone, ".assay/config.yaml"),
    [
      "version: 1",
      `forge:\n  host: ${JSON.stringify(new URL(github.web).host)}\n  api: ${github.url}\n  write_pause_ms: 0\n  quote_logs_in_public: ${options.quotesLogs ?? false}`,
      ...(organisation === null
        ? []
        : [
            `watch:\n  organisation: ${organisation}\n  artifact: ${options.artifact ?? "null"}\n  products: [{name: shop, repositories: [${SHOP}]}]`,
          ]),
      ...(model === null
        ? []
        : [
            `model:\n  provider: ${model.settings.provider}\n  model: ${model.settings.model}\n  url: ${model.settings.url}\n  max_output_tokens: 1000`,
            `prices:\n  ${JSON.stringify(`${model.settings.provider}/${model.settings.model}`)}: {input: 10, output: 50}`,
          ]),
      options.settings ?? "",
      "",
    ].join("\n"),
  );
  const env = {
    XDG_CONFIG_HOME: temporaryFolder(),
    ASSAY_GITHUB_API: github.url,
    ASSAY_GITHUB_TOKEN: github.token(),
    ...model?.env,
  };
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead };
  /** The machine's clock, as far ahead as time has passed. */
  const node = () =>
    ahead === 0 ? [] : ["--import", `data:text/javascript,const now=Date.now;Date.now=()=>now()+${ahead}`];
  const inLedger = async <T>(work: (ledger: Ledger) => Promise<T>): Promise<T> => {
    const ledger = sqliteLedger(join(clone, ".git/assay/ledger.db"), clock);
    try {
      return await work(ledger);
    } finally {
      await ledger.close();
    }
  };
  const run = (...args: readonly string[]) => assay(args, { cwd: clone, env, node: node() });
  async function json<Answer>(...args: readonly string[]): Promise<Answer> {
    const done = await run(...args, "--json");
    if (done.stdout === "") throw new Error(`${args.join(" ")} ended with ${done.status}: ${done.stderr}`);
    return JSON.parse(done.stdout) as Answer;
  }
  return {
    github,
    repo,
    model,
    clone,
    env,
    green,
    clock,
    node,
    inLedger,
    run,
    /** Minutes go by, for the machine and for the forge. */
    pass(minutes: number): void {
      ahead += minutes * 60_000;
      github.clock.advance(minutes * 60_000);
    },
    /** A change comes in; its number. */
    merge(
      files: Readonly<Record<string, string | null>>,
      title = "Charge shipping",
      body = "No issue.",
    ): number {
      const branch = `topic-${repo.state.nextNumber}`;
      repo.pushCommit(branch, files);
      const number = repo.openPull({ head: branch, title, body, author: "builder" });
      repo.mergePull(number);
      return number;
    },
    /** A job of the forge's own CI fails at the tip. */
    red: (log: string = STALE_LOG, name = "test") =>
      repo.check(repo.tip(), {
        name,
        conclusion: "failure",
        log,
        workflow: { path: ".github/workflows/ci.yml" },
      }),
    /** The watch has seen that. */
    raise: (failed: Partial<WatchEvents["ci.failed"]> = {}, ledger?: Ledger) =>
      ledger === undefined
        ? inLedger((own) => raised(own, organisation ?? "acme", failedAt(repo.tip(), green, failed)))
        : raised(ledger, organisation ?? "acme", failedAt(repo.tip(), green, failed)),
    /** What the watch's stream says of the failure. */
    failure: (ledger?: Ledger) =>
      ledger === undefined
        ? inLedger((own) => failureIn(own, organisation ?? "acme"))
        : failureIn(ledger, organisation ?? "acme"),
    triage: (...args: readonly string[]) => json<TriageRan>("triage", "run", SHOP, FAILURE, ...args),
    budget: () => json<BudgetView>("budget", "--calls"),
    /** Issues as they stand, oldest first. */
    issues: () =>
      repo.issues().map(({ number, title, body, labels, state, assignees }) => ({
        number,
        title,
        body: body ?? "",
        labels: labels.map(({ name }) => name),
        state,
        assignees,
      })),
    /** Writes that reached the forge. */
    writes: () =>
      github.requests
        .filter(({ kind, method }) => kind === "api" && method !== "GET")
        .map(({ method, path }) => `${method} ${path}`),
  };
}

/** The change that makes the shop's test stale, or its code wrong: which of them, nobody can say from the log. */
export const SHIPPING = STALE_TEST;

/** What a model says: one call of its only tool. */
export const decides = (input: Readonly<Record<string, unknown>>): ScriptedAnswer => ({
  calls: [{ name: "decide", input: { suspect: "none", line: "none", ...input } }],
});

/** What a model is allowed to choose, by the schema that it was sent. */
export function choicesOf({
  tools,
}: Pick<ModelRequest, "tools">): Readonly<Record<string, readonly string[]>> {
  const schema = tools[0]?.schema as { properties: Record<string, { enum: readonly string[] }> };
  return Object.fromEntries(Object.entries(schema.properties).map(([key, one]) => [key, one.enum]));
}

function failedAt(
  commit: string,
  lastGreen: string,
  failed: Partial<WatchEvents["ci.failed"]>,
): WatchEvents["ci.failed"] {
  const checks = failed.checks ?? ["github-actions/test"];
  return {
    at: new Date().toISOString(),
    failure: FAILURE,
    branch: "main",
    commit,
    checks,
    fingerprint: "sha256:0",
    lastGreen,
    answer: { kind: "triage", checks },
    ...failed,
  };
}

async function raised(ledger: Ledger, organisation: string, failed: WatchEvents["ci.failed"]): Promise<void> {
  const stream = watchStream(organisation, SHOP);
  const { seq } = await readState(ledger, stream, WATCH);
  const { at, branch, commit, checks, lastGreen } = failed;
  await ledger.append(stream, seq, [
    watchEvent("head.seen", { at, branch, commit, outcome: "failed", checks, relation: null, lastGreen }),
    watchEvent("ci.failed", failed),
  ]);
}

async function failureIn(ledger: Ledger, organisation: string) {
  const { state } = await readState(ledger, watchStream(organisation, SHOP), WATCH);
  const found = state.failures.find(({ failure }) => failure === FAILURE);
  if (found === undefined) throw new Error("no failure was raised");
  return found;
}
