/**
 * GitHub for tests: a real HTTP server on loopback that behaves as GitHub documents it (README.md beside this file).
 *
 *     const github = await startGithub();                     // options below
 *     const repo = github.repository("octo/app", { files: { "a.txt": "1\n" }, git: true });
 *     const head = repo.pushCommit("fix", { "a.txt": "2\n", "b.txt": null });   // null removes; makes the branch
 *     const pull = repo.openPull({ head: "fix", title: "Fix" });                // its number
 *     const { id } = repo.check(head, { name: "test", conclusion: "failure", job: true, log: "…", annotations: [] });
 *     repo.check(head, { name: "test", workflow: { path: ".github/workflows/ci.yml", event: "push", again: true } });
 *     repo.status(head, { context: "ci/other", state: "failure" });
 *     repo.updateCheck(id, { status: "completed", conclusion: "success" });
 *     const run = repo.startRun(head, { at: "2026-01-05T08:00:00Z", again: true });   // no jobs yet; its id
 *     repo.rerun(run); repo.artifact(run, { name: "evidence", zip: bytes, keptFor: 86_400_000 });
 *     repo.mergePull(pull); repo.closeIssue(7, "2026-01-05T10:00:00Z"); repo.comment(pull, "…"); repo.issue(7)
 *     const token = github.token({ permissions: { checks: "read" } });          // without options: everything
 *     github.clock.set("2026-01-05T09:00:00Z"); github.clock.advance(60_000);
 *     github.fail({ match: "POST /repos/octo/app/issues", how: "reset", after: true });
 *     github.fail({ match: "/graphql Heads", how: "graphql", type: "INTERNAL", message: "…" });   // by operation's name
 *     github.onRequest = ({ n, method, path }) => { … };      // before each request is carried out; may be async
 *     github.requests                                          // what was asked, in order, with what was answered
 *     github.fetch                                             // asks it without a socket
 *     github.url (API root)  github.web (pages and `<web>/<owner>/<name>.git`)  await github.close()
 */
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type GithubClock, githubClock } from "./clock.ts";
import { type GithubRequest, handleRequest, requestHandling } from "./handle-request.ts";
import { answerFetch } from "./http/answer-fetch.ts";
import { type Failure, failures } from "./http/failures.ts";
import { listen } from "./http/listen.ts";
import { primaryLimit } from "./http/primary-limit.ts";
import { type SecondaryLimits, secondaryLimit, USUAL_LIMITS } from "./http/secondary-limit.ts";
import { makeToken, type NewToken } from "./http/tokens.ts";
import { type GithubRepository, type NewRepository, repositoryControls } from "./repository-controls.ts";
import { findRepository } from "./state/find-repository.ts";
import type { GithubState } from "./state/state.ts";
import type { Permissions } from "./state/token-state.ts";

export interface GithubOptions {
  /** Time at which the clock stands; without it, it runs with the machine's. */
  readonly now?: number | string;
  /** Whether it listens on loopback; true unless told. Without, it is asked by its `fetch` alone. */
  readonly listens?: boolean;
  /** Milliseconds until a new issue, comment, check or status is in lists; 0 unless told. */
  readonly listLag?: number;
  /** A pull request's `base.sha` stays at what it was when its head last moved, as it often does on GitHub. */
  readonly baseShaLags?: boolean;
  /** Requests an hour of a token; 5,000 unless told. */
  readonly limit?: number;
  /** Status of an answer above a limit; GitHub uses both. */
  readonly limitStatus?: 403 | 429;
  readonly secondary?: Partial<SecondaryLimits>;
  /** Entries of a recursive tree before it is cut; 100,000 unless told. */
  readonly treeLimit?: number;
  /** Objects that one GraphQL query answers before it exceeds its resources; 100,000 unless told. */
  readonly resourceLimit?: number;
  readonly app?: {
    readonly slug?: string;
    readonly permissions?: Permissions;
    /** Full names that it is installed on; all unless told. */
    readonly repositories?: readonly string[];
  };
}

export interface Github {
  readonly url: string;
  readonly web: string;
  readonly clock: GithubClock;
  readonly requests: GithubRequest[];
  /** Asks it without a socket. */
  readonly fetch: typeof globalThis.fetch;
  /** Called before each request is carried out. */
  onRequest: ((request: GithubRequest) => void | Promise<void>) | null;
  /** For what a test wants to see or bend beyond the controls. */
  readonly state: GithubState;
  readonly app: {
    readonly id: number;
    readonly clientId: string;
    readonly slug: string;
    readonly installation: number;
    /** PEM, made at the first look. */
    readonly privateKey: string;
  };
  repository(fullName: string, options?: NewRepository): GithubRepository;
  /** A fork of a repository, with its branches, under another owner. */
  fork(parent: GithubRepository, owner: string): GithubRepository;
  removeRepository(fullName: string): void;
  /** The old name answers with a redirect from then on. */
  rename(fullName: string, to: string): void;
  token(options?: NewToken): string;
  revoke(token: string): void;
  fail(failure: Failure): void;
  /** Lets go of failures that did not come to pass. */
  stopFailing(): void;
  close(): Promise<void>;
}

const FIRST_ID = 41_000_000_000;
const ALL: Permissions = {
  actions: "write",
  checks: "write",
  contents: "write",
  issues: "write",
  metadata: "read",
  pull_requests: "write",
  statuses: "write",
};

/** Origins where nobody listens. */
const UNHEARD = ["https://github.invalid", "https://storage.invalid"] as const;

function listenAt(answer: ReturnType<typeof handleRequest>) {
  return Promise.all([
    listen((request, response) => answer("api", request, response)),
    listen((request, response) => answer("log", request, response)),
  ]);
}

/** Starts the double on a free port; it is empty, and gone with `close`. */
export async function startGithub(options: GithubOptions = {}): Promise<Github> {
  const clock = githubClock(options.now);
  const waiting = failures();
  const limits = {
    primary: primaryLimit(clock),
    secondary: secondaryLimit(clock, { ...USUAL_LIMITS, ...options.secondary }),
  };
  const most = options.secondary?.concurrent ?? USUAL_LIMITS.concurrent;
  let id = FIRST_ID;
  let folder: string | null = null;
  let keys: ReturnType<GithubState["app"]["keys"]> | null = null;
  const only = options.app?.repositories?.map((name) => name.toLowerCase());
  const state: GithubState = {
    clock,
    api: "",
    web: "",
    storage: "",
    listLag: options.listLag ?? 0,
    baseShaLags: options.baseShaLags ?? false,
    limitStatus: options.limitStatus ?? 403,
    treeLimit: options.treeLimit ?? 100_000,
    resourceLimit: options.resourceLimit ?? 100_000,
    repositories: new Map(),
    renamed: new Map(),
    tokens: new Map(),
    downloads: new Map(),
    app: {
      id: 4_242,
      clientId: "Iv23liDouble",
      slug: options.app?.slug ?? "assay",
      installation: 777_001,
      permissions: options.app?.permissions ?? ALL,
      repositories: only === undefined ? "all" : new Set(only),
      limit: options.limit ?? 5_000,
      keys: () => {
        keys ??= generateKeyPairSync("rsa", { modulusLength: 2_048 });
        return keys;
      },
    },
    nextId: () => id++,
  };
  const requests: GithubRequest[] = [];
  const handle = requestHandling({
    state,
    limits,
    failures: waiting,
    requests,
    concurrent: most,
    hook: () => github.onRequest,
  });
  const answer = handleRequest(state, handle);
  const servers = options.listens === false ? [] : await listenAt(answer);
  // Logs lie on another origin, as on GitHub: a token must not follow a redirect there.
  const [web, storage] = servers.length === 0 ? UNHEARD : [servers[0]!.origin, servers[1]!.origin];
  state.web = web;
  state.api = `${web}/api/v3`;
  state.storage = storage;
  const directory = (fullName: string): string => {
    folder ??= mkdtempSync(join(tmpdir(), "assay-github-"));
    return join(folder, `${fullName.replace("/", "__")}-${state.nextId()}.git`);
  };
  const github: Github = {
    url: state.api,
    web: state.web,
    clock,
    requests,
    fetch: answerFetch({ origins: () => ({ api: state.web, log: state.storage }), handle }),
    onRequest: null,
    state,
    app: {
      id: state.app.id,
      clientId: state.app.clientId,
      slug: state.app.slug,
      installation: state.app.installation,
      get privateKey() {
        return String(state.app.keys().privateKey.export({ type: "pkcs8", format: "pem" }));
      },
    },
    repository: (fullName, repository = {}) => repositoryControls(state, fullName, repository, directory),
    fork: (parent, owner) =>
      repositoryControls(
        state,
        `${owner}/${parent.name}`,
        { forkOf: parent.fullName, git: parent.directory !== null },
        directory,
      ),
    removeRepository: (fullName) => void state.repositories.delete(fullName.toLowerCase()),
    rename: (fullName, to) => {
      const repository = findRepository(state, fullName)!;
      state.repositories.delete(fullName.toLowerCase());
      state.renamed.set(fullName.toLowerCase(), repository.id);
      [repository.owner, repository.name] = to.split("/") as [string, string];
      state.repositories.set(to.toLowerCase(), repository);
    },
    token: (token = {}) => makeToken(state, token, state.app).token,
    revoke: (token) => void state.tokens.delete(token),
    fail: (failure) => waiting.add(failure),
    stopFailing: () => waiting.clear(),
    close: async () => {
      for (const { server } of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
  return github;
}
