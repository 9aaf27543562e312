import { AssayError, type Deps, readConfig } from "#knowledge";
import { dynamodbLedger } from "#knowledge/adapters/dynamodb/ledger";
import { githubChangeRequests } from "#knowledge/adapters/github/change-requests";
import { githubCiFeed } from "#knowledge/adapters/github/ci-feed";
import { githubForge } from "#knowledge/adapters/github/forge";
import { githubClients } from "#knowledge/adapters/github/github-clients";
import { githubRequestBranch } from "#knowledge/adapters/github/request-branch";
import { memoryHistory } from "#knowledge/adapters/memory/history";
import { noModel } from "#knowledge/adapters/model/no-model";
import { s3Artifacts } from "#knowledge/adapters/s3/artifacts";
import { systemClock } from "#knowledge/adapters/system/clock";
import { systemIds } from "#knowledge/adapters/system/ids";
import { systemPause } from "#knowledge/adapters/system/pause";
import { httpWebhook } from "#knowledge/adapters/system/webhook";
import { heldSecrets } from "./held-secrets.ts";
import { installationTokens } from "./installation-tokens.ts";
import { needWatched } from "./need-watched.ts";
import { noClone } from "./no-clone.ts";
import { packedSettings } from "./packed-settings.ts";
import { readEnv } from "./read-env.ts";
import { tokenNames } from "./token-names.ts";
import type { Watched } from "./watched-repositories.ts";

/** The ports that a function has. There is no clone, no terminal and no person here: an operation that asks for those does not compile. */
export type Composed = Pick<
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
  | "messages"
  | "mode"
  | "models"
  | "pause"
  | "repository"
  | "requestBranch"
  | "secrets"
  | "webhook"
>;

export interface Place {
  readonly organisation: string;
  /** The repositories that the message is about: one token of each owner is for these. */
  readonly repositories: (watch: Watched) => readonly string[];
  /** Name of the function in the registry. */
  readonly lambda: string;
  readonly requestId: string;
  /** Takes a line of plain text for the log. */
  readonly note: (text: string) => void;
}

/** The ports for one organisation's message. Errors: organisation_unknown, watch_unknown, environment_missing, config_invalid. */
export async function compose({
  organisation,
  repositories,
  lambda,
  requestId,
  note,
}: Place): Promise<Composed> {
  const { env } = process;
  const { ASSAY_TABLE, ASSAY_BUCKET, ASSAY_TOKEN_FUNCTION } = readEnv([
    "ASSAY_TABLE",
    "ASSAY_BUCKET",
    "ASSAY_TOKEN_FUNCTION",
  ]);
  const configFile = await packedSettings().of(organisation);
  const region = env.AWS_REGION ?? "us-east-1";
  const { forge, watch } = await readConfig(configFile);
  if (watch === null) throw new AssayError("organisation_unknown", { organisation });
  const token = installationTokens(ASSAY_TOKEN_FUNCTION, forge.host);
  const about = needWatched(watch, repositories(watch));
  const github = {
    host: forge.host,
    api: env.ASSAY_GITHUB_API || forge.api,
    auth: { kind: "asked", ask: (names: readonly string[]) => token(tokenNames(about, names)) } as const,
    userAgent: `assay-${lambda}`,
    log: note,
    pauseMs: forge.writePauseMs,
  };
  const clients = githubClients(github);
  return {
    // Whatever runs here is CI: nothing learned here is promoted, and nothing corrected (decisions 1).
    mode: "ci",
    clock: systemClock,
    ids: systemIds,
    pause: systemPause,
    webhook: httpWebhook,
    configFile,
    ledger: dynamodbLedger({ region, table: ASSAY_TABLE, clock: systemClock }),
    artifacts: s3Artifacts({ region, bucket: ASSAY_BUCKET, pathStyle: Boolean(env.AWS_ENDPOINT_URL_S3) }),
    ciFeed: githubCiFeed(github, clients),
    forge: githubForge(github, clients),
    requestBranch: githubRequestBranch(github, clients),
    changeRequests: githubChangeRequests(github, clients),
    // What tests did in earlier runs is known where they ran; here the forge's own record of attempts speaks.
    history: memoryHistory(),
    repository: noClone(),
    secrets: { files: async () => [{ path: "the environment", text: heldSecrets().join("\n") }] },
    messages: {
      tell: (message) => {
        if (message.kind === "note") note(message.text);
      },
    },
    // A lease of a run that ended early is waited for: whether it ended cannot be seen from here.
    holder: { name: async () => `lambda/${lambda}/${requestId}`, isGone: async () => false },
    models: { of: async (settings) => openModel(await readConfig(settings)) },
  };
}

/** The build leaves the branch out of functions that ask no model, and with it the packages for one. */
async function openModel({ model }: Awaited<ReturnType<typeof readConfig>>) {
  if (model === null) return noModel();
  if (process.env.ASSAY_MODEL !== "no") {
    const { aiModel } = await import("#knowledge/adapters/model/ai-model");
    return aiModel({ settings: model, env: process.env });
  }
  throw new AssayError("internal", { problem: "this function was built without a model" });
}
