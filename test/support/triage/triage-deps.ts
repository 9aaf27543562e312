import { configFile } from "../../../knowledge/adapters/files/config-file.ts";
import { fileSecrets } from "../../../knowledge/adapters/files/secrets.ts";
import { gitRepository } from "../../../knowledge/adapters/git/repository.ts";
import { githubCiFeed } from "../../../knowledge/adapters/github/ci-feed.ts";
import { memoryArtifacts } from "../../../knowledge/adapters/memory/artifacts.ts";
import { memoryHistory } from "../../../knowledge/adapters/memory/history.ts";
import { memoryLedger } from "../../../knowledge/adapters/memory/ledger.ts";
import { aiModel } from "../../../knowledge/adapters/model/ai-model.ts";
import { noModel } from "../../../knowledge/adapters/model/no-model.ts";
import { systemIds } from "../../../knowledge/adapters/system/ids.ts";
import { httpWebhook } from "../../../knowledge/adapters/system/webhook.ts";
import { CONFIG_PATH } from "../../../knowledge/config/config.ts";
import { readConfig } from "../../../knowledge/config/read-config.ts";
import type { RepositoryName } from "../../../knowledge/ports/forge.ts";
import { runTriage } from "../../../knowledge/triage/run-triage.ts";
import { forgeOf } from "../github-forge.ts";
import { oneMemory } from "../one-memory.ts";
import { FAILURE, SHOP, type TriageWorld } from "./triage-world.ts";

/** The real ports of a triage over a world, with a ledger in memory; holders of `gone` run no more. */
export function triageDeps(world: TriageWorld) {
  const { clone, clock, model, github } = world;
  const gone = new Set<string>();
  const ledger = memoryLedger(clock);
  const deps = {
    mode: "local",
    artifacts: memoryArtifacts(),
    ciFeed: githubCiFeed({
      host: new URL(github.web).host,
      api: github.url,
      auth: { kind: "token", token: github.token() },
      userAgent: "assay-test",
      log: () => {},
      waits: { second: 1, betweenWrites: 0, silence: 5_000 },
    }),
    clock,
    forge: forgeOf(github),
    history: memoryHistory(),
    holder: { name: async () => "here/1/a", isGone: async (name: string) => gone.has(name) },
    ids: systemIds,
    ledger,
    memories: oneMemory(ledger),
    model: model === null ? noModel() : aiModel({ settings: model.settings, env: model.env }),
    repository: gitRepository({ cwd: clone, env: process.env }),
    secrets: fileSecrets([]),
    webhook: httpWebhook,
  } as const;
  return {
    deps,
    ledger,
    gone,
    run: async ({
      holder = "here/1/a",
      callMs = 5_000,
      failure = FAILURE,
      ports = deps,
      organisation = "acme",
    }: {
      holder?: string;
      callMs?: number;
      failure?: string;
      ports?: typeof deps;
      organisation?: string;
    } = {}) =>
      runTriage(ports, {
        organisation,
        repository: SHOP as RepositoryName,
        failure,
        holder,
        callMs,
        config: await readConfig(configFile(clone, CONFIG_PATH)),
      }),
  };
}
