import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Bundle } from "../lambdas/build.ts";
import { PACKED_FOLDER } from "../lambdas/packed-folder.ts";
import type { Organisation } from "./organisation.ts";

/** Puts the organisations' settings beside each handler; folders by the function's name. */
export async function packBundles(
  bundles: readonly Bundle[],
  organisations: readonly Organisation[],
): Promise<ReadonlyMap<string, string>> {
  for (const { folder } of bundles) {
    await mkdir(join(folder, PACKED_FOLDER), { recursive: true });
    for (const { name, text } of organisations)
      await writeFile(join(folder, PACKED_FOLDER, `${name}.yaml`), text);
  }
  return new Map(bundles.map(({ lambda, folder }) => [lambda.name, folder]));
}
