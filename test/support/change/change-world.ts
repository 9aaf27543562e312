import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type {
  BudgetView,
  ChangeNext,
  ChangeStarted,
  ChangeView,
  ChangeWorked,
  HandedOver,
} from "../../../knowledge/index.ts";
import { type Github, type GithubOptions, startGithub } from "../github/github.ts";
import type { NewRepository } from "../github/repository-controls.ts";
import { type ModelScript, type StartedModel, startModel } from "../model/start-model.ts";
import { assay, type Finished, shell } from "../run-assay.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { STALE_LOG } from "./ci-logs.ts";
import { BASE, ISSUE, STALE_TEST } from "./shop-files.ts";

type Files = Readonly<Record<string, string | null>>;

export interface WorldOptions {
  /** What the change does to the shop; by default its code is right and a test is stale. */
  readonly change?: Files;
  /** Laid over the shop's default branch. */
  readonly base?: Readonly<Record<string, string>>;
  readonly repository?: NewRepository;
  readonly forge?: GithubOptions;
  /** Body of the issue that the change closes; null: it closes none. */
  readonly issue?: string | null;
  readonly title?: string;
  readonly author?: string;
  readonly draft?: boolean;
  /** What the model says; without it the settings name none. */
  readonly model?: ModelScript;
  /** Added to the settings. */
  readonly settings?: string;
  /** Price of a million tokens of input and of output, USD; null: none is known. */
  readonly price?: readonly [input: number, output: number] | null;
  /** How the tests are run; null: the settings do not say. */
  readonly command?: string | null;
}

export type World = Awaited<ReturnType<typeof changeWorld>>;

export const BRANCH = "shipping";

/** Milliseconds that the forge's clock is behind, so that what it reports was settled a while ago. */
const BEHIND = 60_000;

const MEASURE =
  'data:text/javascript,process.on("exit",()=>process.stderr.write("peak "+process.resourceUsage().maxRSS))';

/**
 * A change of a small shop on a forge of its own, with its CI, a model that answers by a script, and the clone of a
 * person who works on it by the built CLI. Cleared away when the running test ends.
 */
export async function changeWorld(options: WorldOptions = {}) {
  const github = await startGithub(options.forge);
  onTestFinished(() => github.close());
  github.clock.advance(-BEHIND);
  const repo = github.repository("acme/shop", {
    git: true,
    private: true,
    files: { ...BASE, ...options.base },
    people: ["acme", "ada"],
    ...options.repository,
  });
  const { issue: body = ISSUE } = options;
  const issue = body === null ? null : repo.openIssue({ title: "Charge shipping", body, author: "ada" });
  repo.pushCommit(BRANCH, options.change ?? STALE_TEST, { message: "Charge shipping" });
  const number = repo.openPull({
    head: BRANCH,
    title: options.title ?? "Charge shipping",
    body: issue === null ? "No issue." : `Closes #${issue}`,
    author: options.author ?? "builder",
    draft: options.draft ?? false,
  });
  const model = options.model === undefined ? null : await startedModel(options.model);
  const place = await cloned(github, repo.directory as string);
  const settings = join(place.clone, ".assay/config.yaml");
  writeFileSync(settings, settingsOf(github, model, options));

  let ahead = 0;
  const address = `acme/shop#${number}`;
  const first = repo.tip(BRANCH);
  const env = {
    ...place.env,
    ASSAY_GITHUB_API: github.url,
    ASSAY_GITHUB_TOKEN: place.token,
    ...model?.env,
  };
  /** The machine's clock, as far ahead as time has passed. */
  const node = () =>
    ahead === 0 ? [] : ["--import", `data:text/javascript,const now=Date.now;Date.now=()=>now()+${ahead}`];
  /** The built CLI in the clone, with these variables over the usual ones. */
  const runWith = (more: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Finished> =>
    assay(args, { cwd: place.clone, env: { ...env, ...more }, node: node() });
  const run = (...args: readonly string[]) => runWith({}, ...args);
  /** Tells in its last line what memory it had at most: `peak` and kilobytes. */
  const runMeasured = (...args: readonly string[]): Promise<Finished> =>
    assay(args, { cwd: place.clone, env, node: [...node(), "--import", MEASURE] });
  async function json<Answer>(...args: readonly string[]): Promise<Answer> {
    const done = await run(...args, "--json");
    if (done.stdout === "") throw new Error(`${args.join(" ")} ended with ${done.status}: ${done.stderr}`);
    return JSON.parse(done.stdout) as Answer;
  }
  const head = () => repo.tip(BRANCH);

  return {
    github,
    repo,
    model,
    number,
    issue,
    address,
    clone: place.clone,
    env,
    node,
    run,
    runWith,
    runMeasured,
    head,
    /** A shell of the person in the clone. */
    shell: (command: string) => shell(command, { cwd: place.clone }),
    settings(change: (text: string) => string): void {
      writeFileSync(settings, change(readFileSync(settings, "utf8")));
    },
    /** Milliseconds that have passed so. */
    ahead: () => ahead,
    /** Minutes go by, for the machine and for the forge. */
    pass(minutes: number): void {
      ahead += minutes * 60_000;
      github.clock.advance(minutes * 60_000);
    },

    /** A job of the forge's own CI reports on the head. */
    red: (log: string = STALE_LOG, name = "test", sha = head()) =>
      repo.check(sha, {
        name,
        conclusion: "failure",
        log,
        workflow: { path: ".github/workflows/ci.yml" },
        steps: [
          { name: "Run npm ci", conclusion: "success" },
          { name: "Run node --test", conclusion: "failure" },
        ],
      }),
    green: (name = "test", sha = head()) => repo.check(sha, { name, conclusion: "success", job: true }),
    running: (name = "test", sha = head()) => repo.check(sha, { name, status: "in_progress", job: true }),
    /** Somebody pushes to the change's branch. */
    push: (files: Files, message = "Answer the finding") => repo.pushCommit(BRANCH, files, { message }),

    start: (...args: readonly string[]) => json<ChangeStarted>("change", "start", address, ...args),
    /** One look at it, and all that is to be done now. */
    work: (...args: readonly string[]) => json<ChangeWorked>("change", "work", address, "--no-wait", ...args),
    /** The same on a machine that has not this program. */
    async workWithout(program: string): Promise<ChangeWorked> {
      const path = { PATH: pathWithout(program) };
      const done = await runWith(path, "change", "work", address, "--no-wait", "--json");
      return JSON.parse(done.stdout) as ChangeWorked;
    },
    state: () => json<ChangeView>("change", "status", address),
    next: () => json<ChangeNext>("change", "next", address),
    handOver: (...args: readonly string[]) => json<HandedOver>("change", "hand-over", address, ...args),
    budget: () => json<BudgetView>("budget", "--calls"),

    /** What was written on the change, in order. */
    comments: () => repo.commentsOf(number).map(({ body: text }) => text),
    labels: () => repo.issue(number).labels.map(({ name }) => name),
    assignees: () => repo.issue(number).assignees,
    /** Issues that were opened beside the change's own. */
    issues: () => repo.issues().filter((one) => one.number !== issue),
    /** The commits that came onto the branch since the change was opened, oldest first: files and message. */
    async commits() {
      const { stdout } = await shell(
        `git -C '${repo.directory}' log --reverse --name-only --format=%x00%B%x01 ${first}..refs/heads/${BRANCH}`,
      );
      return stdout
        .split("\0")
        .slice(1)
        .map((one) => {
          const [message = "", files = ""] = one.split("\x01");
          return { message: message.trim(), files: files.trim().split("\n") };
        });
    },
  };
}

/** A folder of links to all programs but one. */
function pathWithout(program: string): string {
  const folder = temporaryFolder();
  for (const place of (process.env.PATH ?? "").split(":").toReversed()) {
    for (const name of existsSync(place) ? readdirSync(place) : []) {
      const link = join(folder, name);
      rmSync(link, { force: true });
      if (name !== program) symlinkSync(join(place, name), link);
    }
  }
  return folder;
}

async function startedModel(script: ModelScript): Promise<StartedModel> {
  const model = await startModel({ protocol: "openai-compatible", script });
  onTestFinished(() => model.close());
  return model;
}

/** A clone as CI's own checkout makes one: the token is in git's settings, not in the address. */
async function cloned(github: Github, directory: string) {
  const clone = join(temporaryFolder(), "shop");
  const config = temporaryFolder();
  const token = github.token();
  const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
  const made = await shell(
    [
      `git clone -q '${directory}' '${clone}'`,
      `cd '${clone}'`,
      `git remote set-url origin ${github.web}/acme/shop.git`,
      `git config http.${github.web}/.extraheader 'AUTHORIZATION: basic ${basic}'`,
      "git config user.name Ada",
      "git config user.email ada@example.org",
    ].join(" && "),
  );
  if (made.status !== 0) throw new Error(made.stderr);
  mkdirSync(join(clone, ".assay"));
  return { clone, token, env: { XDG_CONFIG_HOME: config } };
}

function settingsOf(github: Github, model: StartedModel | null, options: WorldOptions): string {
  const { settings = "", price = [10, 50], command = "node --test" } = options;
  const named = (name: string) => JSON.stringify(name);
  return [
    "version: 1",
    `forge:\n  host: ${named(new URL(github.web).host)}\n  api: ${github.url}\n  write_pause_ms: 0`,
    ...(command === null ? [] : [`ci:\n  command: ${named(command)}`]),
    ...(model === null
      ? []
      : [
          `model:\n  provider: ${model.settings.provider}\n  model: ${model.settings.model}\n  url: ${model.settings.url}\n  max_output_tokens: 1000`,
        ]),
    ...(model === null || price === null
      ? []
      : [
          `prices:\n  ${named(`${model.settings.provider}/${model.settings.model}`)}: {input: ${price[0]}, output: ${price[1]}}`,
        ]),
    settings,
    "",
  ].join("\n");
}
