import { fileSources } from "../../knowledge/adapters/files/sources.ts";
import { githubChangeRequests } from "../../knowledge/adapters/github/change-requests.ts";
import { githubCiFeed } from "../../knowledge/adapters/github/ci-feed.ts";
import { githubForge } from "../../knowledge/adapters/github/forge.ts";
import { githubClients } from "../../knowledge/adapters/github/github-clients.ts";
import { githubRequestBranch } from "../../knowledge/adapters/github/request-branch.ts";
import { memoryHistory } from "../../knowledge/adapters/memory/history.ts";
import { streamsJournal } from "../../knowledge/adapters/memory/streams-journal.ts";
import { noModel } from "../../knowledge/adapters/model/no-model.ts";
import { ledgerScope, scopedLedger } from "../../knowledge/ledger/scoped-ledger.ts";
import type { Artifacts } from "../../knowledge/ports/artifacts.ts";
import type { Deps } from "../../knowledge/ports/deps.ts";
import type { Ledger } from "../../knowledge/ports/ledger.ts";
import type { Model } from "../../knowledge/ports/model.ts";
import { noClone } from "../../lambdas/shared/no-clone.ts";
import { tokenNames } from "../../lambdas/shared/token-names.ts";
import type { RunLife } from "./killing.ts";
import type { Random } from "./random.ts";

/** The ports that a run of a function has, as the functions compose them. */
export type RunDeps = Pick<
  Deps,
  | "artifacts"
  | "changeRequests"
  | "ciFeed"
  | "clock"
  | "configFile"
  | "forge"
  | "history"
  | "holder"
  | "ids"
  | "ledger"
  | "memories"
  | "messages"
  | "mode"
  | "models"
  | "pause"
  | "person"
  | "repository"
  | "requestBranch"
  | "secrets"
  | "sources"
  | "webhook"
>;

export interface RunPlace {
  readonly life: RunLife;
  /** `lambda/<name>/<id>`. */
  readonly holder: string;
  readonly clock: Deps["clock"];
  readonly ledger: Ledger;
  readonly artifacts: Artifacts;
  /** The settings of its organisation. */
  readonly settings: string;
  /** Null where the settings name none. */
  readonly model: Model | null;
  readonly api: { readonly web: string; readonly url: string; readonly fetch: typeof globalThis.fetch };
  readonly about: readonly string[];
  /** A token for repositories of one owner. */
  readonly token: (names: readonly string[]) => Promise<string>;
  readonly random: Random;
  readonly passTime: (milliseconds: number) => void;
}

/** The ports of one run; each call to the outside is one of its life. */
export function runDeps(place: RunPlace): RunDeps {
  const { life, holder, clock, artifacts, settings, model, api, about, token, random, passTime } = place;
  const github = {
    host: new URL(api.web).host,
    api: api.url,
    auth: {
      kind: "asked",
      ask: (names: readonly string[]) => life.request("token", () => token(tokenNames(about, names))),
    } as const,
    userAgent: "assay-simulated",
    log: () => {},
    fetch: api.fetch,
    waits: { second: 1, betweenWrites: 0, silence: 30_000 },
  };
  const clients = githubClients(github);
  const asked: Model = {
    name: async () => (model === null ? null : model.name()),
    call: (request) => life.call("model", () => (model ?? noModel()).call(request)),
  };
  const shared = livingLedger(place);
  return {
    mode: "ci",
    artifacts: {
      put: (bytes) => life.call("artifacts put", () => artifacts.put(bytes)),
      get: (digest) => life.call("artifacts get", () => artifacts.get(digest)),
    },
    changeRequests: githubChangeRequests(github, clients),
    ciFeed: githubCiFeed(github, clients),
    clock,
    configFile: { read: async () => ({ path: "organisation.yaml", text: settings }) },
    forge: githubForge(github, clients),
    history: memoryHistory(),
    holder: { name: async () => holder, isGone: async () => false },
    ids: { random: (bytes) => random.bytes(bytes) },
    ledger: scopedLedger(shared, async () => null),
    memories: {
      async of(name) {
        const ledger = scopedLedger(shared, async () => ledgerScope(name));
        return { ledger, journal: streamsJournal(ledger), history: memoryHistory() };
      },
    },
    messages: { tell: () => {} },
    models: { of: async () => asked },
    pause: { sleep: async (milliseconds) => passTime(milliseconds) },
    person: { name: async () => "lambda/propose" },
    repository: noClone(),
    requestBranch: githubRequestBranch(github, clients),
    secrets: { files: async () => [] },
    sources: fileSources({ stdin: nothing() }),
    webhook: { post: async () => {} },
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** The ledger, each call of which may be the run's last. */
function livingLedger({ life, ledger }: Pick<RunPlace, "life" | "ledger">): Ledger {
  return {
    append: (stream, seq, events) =>
      life.call(`append ${kindOf(stream)} ${events.map(({ type }) => type).join("+")}`, () =>
        ledger.append(stream, seq, events),
      ),
    async *read(stream, after) {
      await life.call(`read ${kindOf(stream)}`, async () => {});
      yield* ledger.read(stream, after);
    },
    streams: (prefix) => life.call("streams", () => ledger.streams(prefix)),
    since: (position, limit) => life.call("since", () => ledger.since(position, limit)),
    summaries: (kind) => life.call(`summaries ${kind}`, () => ledger.summaries(kind)),
    putSummary: (summary) =>
      life.call(`put summary ${kindOf(summary.stream)}`, () => ledger.putSummary(summary)),
    snapshot: (stream, v) => life.call(`snapshot ${kindOf(stream)}`, () => ledger.snapshot(stream, v)),
    putSnapshot: (snapshot) =>
      life.call(`put snapshot ${kindOf(snapshot.stream)}`, () => ledger.putSnapshot(snapshot)),
    close: async () => {},
  };
}

function kindOf(stream: string): string {
  return stream.slice(0, stream.indexOf("/"));
}
