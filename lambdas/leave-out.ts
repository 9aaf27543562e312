import { join } from "node:path";
import type { Plugin } from "esbuild";

/** Providers of models that want a key, which no function has: a deployment that names one is refused (infra/organisation.ts). */
const KEYED_PROVIDERS = /^@ai-sdk\/(?:anthropic|openai-compatible)$/;
const ADAPTERS = /[\\/]knowledge[\\/]adapters[\\/]/;

/** Leaves out what no function can use: providers with keys, and the words of zod's errors in languages but English. */
export function leaveOut(root: string): Plugin {
  return {
    name: "leave-out",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: KEYED_PROVIDERS }, ({ path, importer }) =>
        ADAPTERS.test(importer) ? { path, external: true } : undefined,
      );
      onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
        contents: `export { default as en } from "./en.js";`,
        resolveDir: join(root, "node_modules/zod/v4/locales"),
      }));
    },
  };
}
