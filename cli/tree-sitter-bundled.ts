import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** It makes a `require` of its own out of an import, which in a CommonJS bundle needs that very `require`. */
const OWN_REQUIRE =
  /const \{ createRequire \} = await import\("module"\);\s*var require = createRequire\(getCurrentScriptUrl\(\)\);/;

/** Makes tree-sitter fit for a CommonJS bundle. Fails where tree-sitter is no longer as this expects it. */
export const treeSitterBundled: Plugin = {
  name: "tree-sitter-bundled",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]tree-sitter-wasm[\\/]wasm[\\/]tree-sitter\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const contents = text.replace(OWN_REQUIRE, "");
      const errors = contents === text ? [{ text: "no `require` of its own", location: { file: path } }] : [];
      return { contents, errors };
    });
  },
};
