import { AssayError, type Deps, ledgerScope, readConfig, scopedLedger } from "#knowledge";
import { dynamodbLedger } from "#knowledge/adapters/dynamodb/ledger";
import { fileSources } from "#knowledge/adapters/files/sources";
import { memoryHistory } from "#knowledge/adapters/memory/history";
import { streamsJournal } from "#knowledge/adapters/memory/streams-journal";
import { noModel } from "#knowledge/adapters/model/no-model";
import { s3Artifacts } from "#knowledge/adapters/s3/artifacts";
import { systemClock } from "#knowledge/adapters/system/clock";
import { systemIds } from "#knowledge/adapters/system/ids";
import { systemPause } from "#knowledge/adapters/system/pause";
import { httpWebhook } from "#knowledge/adapters/system/webhook";
import { composeForge } from "./compose/forge.ts";
import { heldSecrets } from "./held-secrets.ts";
import { needWatched } from "./need-watched.ts";
import { noClone } from "./no-clone.ts";
import { packedSettings } from "./packed-settings.ts";
import { readEnv } from "./read-env.ts";
import type { Watched } from "./watched-repositories.ts";

/** The ports that a function has. There is no clone and no terminal here: an operation that asks for those does not compile, or is refused. */
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

/** The ports for one organisation's message. Errors: organisation_unknown, watch_unknown, environment_missing, config_invalid, forge_unsupported; on a plain git remote those of its token. */
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
  const settings = packedSettings();
  const configFile = await settings.of(organisation);
  const region = env.AWS_REGION ?? "us-east-1";
  const { forge, watch } = await readConfig(configFile);
  if (watch === null) throw new AssayError("organisation_unknown", { organisation });
  const about = needWatched(watch, repositories(watch));
  const shared = dynamodbLedger({ region, table: ASSAY_TABLE, clock: systemClock });
  // What was learned is of one repository, and is reached by its name.
  const ledger = scopedLedger(shared, async () => null);
  const forgePorts = await composeForge({
    organisation,
    forge,
    watching: await settings.watching(),
    about,
    tokenFunction: ASSAY_TOKEN_FUNCTION,
    ledger,
    userAgent: `assay-${lambda}`,
    note,
  });
  return {
    // Whatever runs here is CI: nothing learned here is promoted, and nothing corrected (decisions 1).
    mode: "ci",
    clock: systemClock,
    ids: systemIds,
    pause: systemPause,
    webhook: httpWebhook,
    configFile,
    ledger,
    artifacts: s3Artifacts({ region, bucket: ASSAY_BUCKET, pathStyle: Boolean(env.AWS_ENDPOINT_URL_S3) }),
    ...forgePorts,
    // What tests did in earlier runs is known where they ran; here the forge's own record of attempts speaks.
    history: memoryHistory(),
    memories: {
      async of(name) {
        const theirs = scopedLedger(shared, async () => ledgerScope(name));
        return { ledger: theirs, journal: streamsJournal(theirs), history: memoryHistory() };
      },
    },
    sources: fileSources({ stdin: nothing() }),
    // Whoever acts here is the function, and nobody behind it.
    person: { name: async () => `lambda/${lambda}` },
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

/** A function is not written to. */
async function* nothing(): AsyncGenerator<Uint8Array> {}

/** The build leaves the branch out of functions that ask no model, and with it the packages for one. */
async function openModel({ model }: Awaited<ReturnType<typeof readConfig>>) {
  if (model === null) return noModel();
  if (process.env.ASSAY_MODEL !== "no") {
    const { aiModel } = await import("#knowledge/adapters/model/ai-model");
    return aiModel({ settings: model, env: process.env });
  }
  throw new AssayError("internal", { problem: "this function was built without a model" });
}
