import { onTestFinished } from "vitest";
import { learnPull } from "../../../knowledge/actions/learn-pull.ts";
import { dispatch } from "../../../knowledge/actions/operation.ts";
import { proposalRequestRefresh } from "../../../knowledge/actions/proposal-request-refresh.ts";
import { watchTick } from "../../../knowledge/actions/watch-tick.ts";
import { fileSources } from "../../../knowledge/adapters/files/sources.ts";
import { githubChangeRequests } from "../../../knowledge/adapters/github/change-requests.ts";
import { githubCiFeed } from "../../../knowledge/adapters/github/ci-feed.ts";
import { githubForge } from "../../../knowledge/adapters/github/forge.ts";
import { githubClients } from "../../../knowledge/adapters/github/github-clients.ts";
import { githubRequestBranch } from "../../../knowledge/adapters/github/request-branch.ts";
import { memoryArtifacts } from "../../../knowledge/adapters/memory/artifacts.ts";
import { memoryLedger } from "../../../knowledge/adapters/memory/ledger.ts";
import { readState } from "../../../knowledge/ledger/read-state.ts";
import type { RepositoryName } from "../../../knowledge/ports/forge.ts";
import type { Message } from "../../../knowledge/ports/messages.ts";
import { readContents } from "../../../knowledge/proposal/kept-content.ts";
import { REQUEST } from "../../../knowledge/proposal/request.ts";
import { requestStream } from "../../../knowledge/proposal/request-identity.ts";
import { WATCH } from "../../../knowledge/watch/watch.ts";
import { watchStream } from "../../../knowledge/watch/watch-stream.ts";
import { noClone } from "../../../lambdas/shared/no-clone.ts";
import { startGithub } from "../github/github.ts";
import { movingClock } from "../moving-clock.ts";
import { sharedMemories } from "../one-memory.ts";

const MINUTE = 60_000;
export const SHOP: RepositoryName = "acme/shop";

export interface PullWorldOptions {
  readonly files?: Readonly<Record<string, string>>;
  /** As it is written in the settings. */
  readonly artifact?: string;
  /** Whether the forge is asked by sockets. */
  readonly listens?: boolean;
}

/** A shop that is watched without a clone, over the real adapters and a ledger in memory that others share. */
export async function pullWorld(options: PullWorldOptions = {}) {
  const { files = {}, artifact = "assay-reports", listens = true } = options;
  const clock = movingClock();
  const github = await startGithub({ now: clock.now(), listens });
  onTestFinished(() => github.close());
  const repo = github.repository(SHOP, { private: true, files: { "a.txt": "1\n", ...files } });
  const ledger = memoryLedger(clock);
  const asked = {
    host: "github.com",
    api: github.url,
    auth: { kind: "token", token: github.token() } as const,
    userAgent: "assay-test",
    log: () => {},
    waits: { second: 1, betweenWrites: 0, silence: 5_000 },
    ...(listens ? {} : { fetch: github.fetch }),
  };
  const clients = githubClients(asked);
  const told: Message[] = [];
  const text = `version: 1\nforge: {write_pause_ms: 0}\nwatch:\n  organisation: acme\n  artifact: ${artifact}\n  products: [{name: shop, repositories: [${SHOP}]}]\n`;
  const deps = {
    mode: "ci",
    artifacts: memoryArtifacts(),
    changeRequests: githubChangeRequests(asked, clients),
    ciFeed: githubCiFeed(asked, clients),
    clock,
    configFile: { read: async () => ({ path: ".assay/config.yaml", text }) },
    forge: githubForge(asked, clients),
    holder: { name: async () => "here/1/a", isGone: async () => false },
    ledger,
    memories: sharedMemories(ledger),
    messages: { tell: (message: Message) => void told.push(message) },
    pause: { sleep: async () => {} },
    person: { name: async () => "lambda/propose" },
    repository: noClone(),
    requestBranch: githubRequestBranch(asked, clients),
    secrets: { files: async () => [] },
    sources: fileSources({ stdin: (async function* () {})() }),
  } as const;
  const request = { repository: SHOP, kind: "knowledge" } as const;
  return {
    github,
    repo,
    ledger,
    deps,
    told,
    pass(minutes: number): void {
      clock.pass(minutes * MINUTE);
      github.clock.advance(minutes * MINUTE);
    },
    look: () => dispatch(watchTick, deps, {}),
    pull: (over: object = {}) => dispatch(learnPull, { ...deps, ...over }, { repository: SHOP }),
    propose: () => dispatch(proposalRequestRefresh, deps, request),
    watch: async () => (await readState(ledger, watchStream("acme", SHOP), WATCH)).state,
    /** Files that are wanted, by their sources, and the texts by path. */
    async wanted() {
      const { state } = await readState(ledger, requestStream(request), REQUEST);
      const contents = await readContents(deps.artifacts, state);
      const files = contents.flatMap((content) => content.files);
      return {
        sources: state.wanted.map(({ source }) => source),
        contents,
        files: Object.fromEntries(files.map(({ path, text: written }) => [path, written])),
      };
    },
  };
}
