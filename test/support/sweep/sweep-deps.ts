import { join } from "node:path";
import { configFile } from "../../../knowledge/adapters/files/config-file.ts";
import { fileSecrets } from "../../../knowledge/adapters/files/secrets.ts";
import { githubCiFeed } from "../../../knowledge/adapters/github/ci-feed.ts";
import { memoryArtifacts } from "../../../knowledge/adapters/memory/artifacts.ts";
import { memoryHistory } from "../../../knowledge/adapters/memory/history.ts";
import { memoryLedger } from "../../../knowledge/adapters/memory/ledger.ts";
import { systemIds } from "../../../knowledge/adapters/system/ids.ts";
import { CONFIG_PATH } from "../../../knowledge/config/config.ts";
import { forgeOf } from "../github-forge.ts";
import { oneMemory } from "../one-memory.ts";
import type { SweepWorld } from "./sweep-world.ts";

/** The real ports of a sweep over a world, with a ledger in memory and the forge's clock; holders of `gone` run no more. */
export function sweepDeps({ github, clone }: SweepWorld) {
  const gone = new Set<string>();
  const clock = { now: () => github.clock.now() };
  const ledger = memoryLedger(clock);
  const deps = {
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
    configFile: configFile(clone, CONFIG_PATH),
    forge: forgeOf(github),
    history: memoryHistory(),
    holder: { name: async () => "here/1/a", isGone: async (name: string) => gone.has(name) },
    ids: systemIds,
    ledger,
    memories: oneMemory(ledger),
    secrets: fileSecrets([join(clone, "secrets")]),
  } as const;
  return { deps, gone };
}
