import { tmpdir } from "node:os";
import { configFile } from "../../../knowledge/adapters/files/config-file.ts";
import { fileSecrets } from "../../../knowledge/adapters/files/secrets.ts";
import { gitChangeBranch } from "../../../knowledge/adapters/git/change-branch.ts";
import { gitPerson } from "../../../knowledge/adapters/git/person.ts";
import { gitRepository } from "../../../knowledge/adapters/git/repository.ts";
import { memoryArtifacts } from "../../../knowledge/adapters/memory/artifacts.ts";
import { memoryHistory } from "../../../knowledge/adapters/memory/history.ts";
import { memoryLedger } from "../../../knowledge/adapters/memory/ledger.ts";
import { aiModel } from "../../../knowledge/adapters/model/ai-model.ts";
import { shellHost } from "../../../knowledge/adapters/shell/host.ts";
import { systemHolder } from "../../../knowledge/adapters/system/holder.ts";
import { systemIds } from "../../../knowledge/adapters/system/ids.ts";
import { httpWebhook } from "../../../knowledge/adapters/system/webhook.ts";
import { grammarFolder } from "../../../knowledge/adapters/treesitter/grammar-folder.ts";
import { treeSitterSyntaxTrees } from "../../../knowledge/adapters/treesitter/syntax-trees.ts";
import { CONFIG_PATH } from "../../../knowledge/config/config.ts";
import { forgeOf } from "../github-forge.ts";
import { sandbox } from "../sandboxed.ts";
import type { World } from "./change-world.ts";

/** One for all histories: grammars take a while to load. */
const syntaxTrees = treeSitterSyntaxTrees(() => grammarFolder(import.meta.dirname));

/**
 * The real ports of the work on a change, over the clone of a world, with a ledger in memory; its clock is as far ahead
 * as time has passed there, and nobody waits.
 */
export function workDeps(world: World) {
  if (world.model === null) throw new Error("the world has no model");
  const clock = { now: () => Date.now() + world.ahead() };
  const place = { cwd: world.clone, env: process.env };
  const { settings, env } = world.model;
  const model = aiModel({ settings, env });
  return {
    mode: "local",
    artifacts: memoryArtifacts(),
    changeBranch: gitChangeBranch(place, { temporary: tmpdir(), holder: systemHolder }),
    clock,
    configFile: configFile(world.clone, CONFIG_PATH),
    forge: forgeOf(world.github),
    history: memoryHistory(),
    holder: systemHolder,
    host: shellHost({ assay: "0", node: "24", cwd: world.clone, env: process.env, stdin: {}, stdout: {} }),
    ids: systemIds,
    ledger: memoryLedger(clock),
    messages: { tell: () => {} },
    models: { of: async () => model },
    pause: { sleep: async () => {} },
    person: gitPerson(place),
    repository: gitRepository(place),
    sandbox,
    secrets: fileSecrets([]),
    syntaxTrees,
    webhook: httpWebhook,
  } as const;
}
