import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";
import { PLAIN } from "./terminal/width.ts";

const YOGA = /[\\/]yoga-layout[\\/]dist[\\/]/;
const WASM = /"?data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)"?/;

/** Awaits its layout engine at the top of a module, which a CommonJS module cannot. */
const YOGA_START = "wrapAssembly(await loadYoga())";
const YOGA_NOW = `wrapAssembly((() => {
  const engine = {
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), imports);
      receive(instance);
      return instance.exports;
    },
  };
  loadYoga(engine);
  return engine;
})())`;

/** Ink loads React's developer tools, with another await, where DEV is set. */
const INK_DEV = /process\.env\['DEV'\] === 'true'/g;

/** What Ink measures and cuts text with; oclif has others of the names. */
const TEXT_MODULES =
  /[\\/](?:ink[\\/]build|(?:ink|slice-ansi|cli-truncate)[\\/]node_modules[\\/](?:string-width|wrap-ansi)|slice-ansi|cli-truncate|ansi-tokenize[\\/]build)[\\/][\w-]+\.js$/;
/** Tables of Unicode are looked through to make one of these, a millisecond or more each. */
const COSTLY = /^const (\w+) = (\/.*\\p\{.*\/[a-z]*|new Intl\.Segmenter\(.*\));$/gm;
/** The text whose columns string-width need not count. */
const UNCOUNTED = "if (/^[\\u0020-\\u007E]*$/.test(string)) {";

/**
 * Makes Ink fit for a CommonJS bundle: its layout engine is compiled when the module is loaded and not awaited,
 * what text is measured with is made at its first use, and what is for developers of Ink is left out. Fails where
 * Ink or Yoga are no longer as this expects them.
 */
export const inkBundled: Plugin = {
  name: "ink-bundled",
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /[\\/]yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/ }, async ({ path }) => {
      const text = replaced(await readFile(path, "utf8"), YOGA_START, YOGA_NOW, path);
      return { contents: `import wasm from "yoga.wasm";\n${text}` };
    });
    onLoad({ filter: /[\\/]yoga-wasm-base64-esm\.js$/, namespace: "file" }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      return { contents: replaced(replaced(text, WASM, '"yoga.wasm"', path), "import.meta.url", '""', path) };
    });
    onResolve({ filter: /^yoga\.wasm$/ }, ({ resolveDir }) =>
      YOGA.test(`${resolveDir}/`)
        ? { path: `${resolveDir}/../binaries/yoga-wasm-base64-esm.js`, namespace: "yoga" }
        : undefined,
    );
    onLoad({ filter: /./, namespace: "yoga" }, async ({ path }) => {
      const base64 = WASM.exec(await readFile(path, "utf8"))?.[1];
      if (base64 === undefined) throw new Error(`${path}: no engine in it`);
      return { contents: Buffer.from(base64, "base64"), loader: "binary" };
    });
    onLoad({ filter: /[\\/]ink[\\/]build[\\/]devtools\.js$/ }, () => ({ contents: "export {};" }));
    onLoad({ filter: TEXT_MODULES }, async ({ path }) => {
      let text = await readFile(path, "utf8");
      if (/[\\/]ink[\\/]build[\\/](?:ink|reconciler)\.js$/.test(path))
        text = replaced(text, INK_DEV, "false", path);
      if (/[\\/]string-width[\\/]index\.js$/.test(path)) {
        const plain = `if (ambiguousIsNarrow && ${PLAIN}.test(string)) {`;
        text = replaced(text, UNCOUNTED, plain, path);
      }
      return { contents: madeLate(text) };
    });
  },
};

/** The same module with its costly constants as functions that make them once. */
function madeLate(text: string): string {
  const names = [...text.matchAll(COSTLY)].map(([, name]) => name);
  if (names.length === 0) return text;
  const used = new RegExp(`(?<![.\\w$"'])(?:${names.join("|")})(?![\\w$])`, "g");
  return text
    .split("\n")
    .map((line) => {
      const [, name, value] = [...line.matchAll(COSTLY)][0] ?? [];
      return name === undefined
        ? line.replace(used, "$&()")
        : `let made_${name}; const ${name} = () => (made_${name} ??= ${value});`;
    })
    .join("\n");
}

function replaced(text: string, from: string | RegExp, to: string, path: string): string {
  const next = text.replace(from, () => to);
  if (next === text) throw new Error(`${path}: not as the build expects it (${from})`);
  return next;
}
