import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { builtinModules, createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build as bundle, type Plugin, transform } from "esbuild";
import { buildRecorders } from "./build-recorders.ts";
import { copyGrammars } from "./copy-grammars.ts";
import { inkBundled } from "./ink-bundled.ts";
import { buildManifest } from "./manifest.ts";
import { pastTheIndex } from "./past-the-index.ts";
import { treeSitterBundled } from "./tree-sitter-bundled.ts";

/** `npm run build`: the CLI as modules under dist/, a chunk a command, with its oclif manifest and launcher. */
const source = import.meta.dirname;
const root = join(source, "..");
const target = join(root, "dist");
/** Built aside and swapped in, so that whoever runs dist/ meanwhile sees the old or the new one whole. */
const aside = join(root, `.cache/dist-${process.pid}`);

const TARGET = "node22.16";

/**
 * Packages that oclif requires while it loads and needs only now and then: templates for help, spinners,
 * its own debug output, and the search for plugins and TypeScript projects, which a plugin made in memory never does.
 */
const RARELY_NEEDED = [
  "cli-spinners",
  "debug",
  "ejs",
  "get-package-type",
  "lilconfig",
  "minimatch",
  "semver",
  "tinyglobby",
  "wordwrap",
] as const;

/** Puts off the loading of a package to the first use of one of its exports. */
const loadLate: Plugin = {
  name: "load-late",
  setup({ onResolve, onLoad }) {
    onResolve(
      { filter: new RegExp(`^(?:${RARELY_NEEDED.join("|")})$`) },
      ({ path, kind, importer, resolveDir, namespace }) => {
        const fromOclif = namespace === "file" && /[\\/]@oclif[\\/]core[\\/]/.test(importer);
        return fromOclif && kind === "require-call"
          ? { path, namespace: "late", pluginData: resolveDir }
          : undefined;
      },
    );
    onLoad({ filter: /./, namespace: "late" }, ({ path, pluginData }) => ({
      resolveDir: pluginData,
      contents: `
        let real;
        const load = () => (real ??= require(${JSON.stringify(path)}));
        module.exports = new Proxy(function () {}, {
          get: (_, key) => (key === "__esModule" ? undefined : load()[key]),
          apply: (_, self, args) => load().apply(self, args),
        });`,
    }));
  },
};

/**
 * Loads each of Node's own modules at the first use of one of its exports: an explanation of a plain file
 * needs neither processes nor zlib. Those that every Node has loaded before, or that are a function, are not put off.
 */
const LOADED_BEFORE: ReadonlySet<string> = new Set(
  ["buffer", "events", "fs", "path", "process", "timers", "url", "util", "vm"].map((name) => `node:${name}`),
);

const builtinsLate: Plugin = {
  name: "builtins-late",
  setup({ onResolve, onLoad }) {
    const builtins = new Set(builtinModules);
    onResolve({ filter: /^(?:node:)?[a-z_/0-9]+$/ }, ({ path, kind, namespace }) => {
      const name = path.replace(/^node:/, "");
      if (kind !== "import-statement" && kind !== "require-call") return undefined;
      if (namespace === "builtin" || !(path.startsWith("node:") || builtins.has(name))) return undefined;
      return { path: `node:${name}`, namespace: "builtin" };
    });
    onLoad({ filter: /./, namespace: "builtin" }, ({ path }) => {
      const load = `require(${JSON.stringify(path)})`;
      const real: unknown = createRequire(import.meta.url)(path);
      if (typeof real === "function" || LOADED_BEFORE.has(path))
        return { contents: `module.exports = ${load};` };
      const getters = Object.keys(real as object).map((key) => `get ${key}() { return load().${key}; },`);
      return {
        contents: `
          let real;
          const load = () => (real ??= ${load});
          module.exports = { ${getters.join(" ")} };`,
      };
    });
  },
};

/** All that oclif asks at every start is whether this is WSL; the rest of the package runs PowerShell. */
const wslLate: Plugin = {
  name: "wsl-late",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^wsl-utils$/ }, ({ path, namespace, resolveDir }) =>
      namespace === "file" ? { path, namespace: "wsl", pluginData: resolveDir } : undefined,
    );
    onLoad({ filter: /./, namespace: "wsl" }, ({ pluginData }) => ({
      resolveDir: join(pluginData, "../../../../.."),
      contents: `
        export { default as isWsl } from "is-wsl";
        export const powerShellPath = async () => (await import("wsl-utils")).powerShellPath();`,
    }));
  },
};

/** esbuild cuts chunks only of ES modules; Node starts faster from CommonJS. */
async function asCommonJs(text: string): Promise<string> {
  const { code } = await transform(text, {
    format: "cjs",
    platform: "node",
    target: TARGET,
    supported: { "dynamic-import": false },
    define: { "import.meta.dirname": "__dirname" },
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: "warning",
  });
  return code;
}

const { outputFiles } = await bundle({
  absWorkingDir: root,
  entryPoints: { assay: join(source, "bin.ts") },
  outdir: aside,
  outExtension: { ".js": ".cjs" },
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  write: false,
  format: "esm",
  platform: "node",
  target: TARGET,
  minifySyntax: true,
  legalComments: "linked",
  plugins: [loadLate, builtinsLate, wslLate, pastTheIndex(root), inkBundled, treeSitterBundled],
  define: { "process.env.NODE_ENV": '"production"' },
  jsx: "automatic",
  // oclif looks for the first only to read a tsconfig.json, and does without where there is none; the other is loaded where
  // a browser is driven, and finds its own files.
  external: ["typescript", "playwright-core"],
  logLevel: "warning",
});
const build = createHash("sha256");
for (const { path, text } of outputFiles) {
  const written = path.endsWith(".cjs") ? await asCommonJs(text) : text;
  build.update(written);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, written);
}
await copyGrammars(root, join(aside, "grammars"));
await buildRecorders(root, join(aside, "recorders"), TARGET);
await writeFile(join(aside, "oclif.manifest.json"), `${JSON.stringify(await buildManifest())}\n`);

const launcher = (await readFile(join(source, "bin.cjs"), "utf8")).replace(
  "BUILD",
  build.digest("hex").slice(0, 16),
);
// Fails where the launcher uses syntax that an old Node cannot read.
await transform(launcher, { target: "es5", logLevel: "error" });
await writeFile(join(aside, "bin.cjs"), launcher, { mode: 0o755 });
await copyFile(join(source, "load.cjs"), join(aside, "load.cjs"));
await rm(`${aside}-old`, { recursive: true, force: true });
await rename(target, `${aside}-old`).catch(() => {});
await rename(aside, target);
await rm(`${aside}-old`, { recursive: true, force: true });
