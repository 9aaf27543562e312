import { listEdit } from "../list-edit.ts";
import { firstOf, manifestOf, type Project } from "../project.ts";
import type { Runner } from "../runner.ts";
import { scriptCommand } from "../script-command.ts";

const ENDINGS = ["ts", "mts", "cts", "js", "mjs", "cjs"];
/** In the order in which Vitest looks. */
const CONFIGS = ["vitest.config", "vite.config"].flatMap((name) =>
  ENDINGS.map((ending) => `${name}.${ending}`),
);
const WORKSPACES = ["vitest.workspace", "vitest.projects"].flatMap((name) =>
  [...ENDINGS, "json"].map((ending) => `${name}.${ending}`),
);
const OWN = "vitest.config.mts";

const edit = listEdit(
  CONFIGS,
  {
    path: ["test", "setupFiles"],
    module: "assay/dom/vitest",
    element: '"assay/dom/vitest"',
    absent: '["assay/dom/vitest"]',
    around: ["", ""],
    // Projects do not take over the set-up files of the config around them.
    rivals: ["projects", "workspace"],
  },
  'test: { setupFiles: ["assay/dom/vitest"] } (defineConfig from "vitest/config"; in each project where there are several)',
);

export const vitest = {
  id: "vitest",
  title: "Vitest",
  reads: ["package.json", ...CONFIGS, ...WORKSPACES],
  edits: [edit],
  ownFiles: [OWN],
  find(project, manager) {
    const manifest = manifestOf(project);
    const config = firstOf(project, CONFIGS);
    const isUsed = manifest.packages.has("vitest") || config?.startsWith("vitest.");
    if (!isUsed) return null;
    const hand = firstOf(project, WORKSPACES) ?? (isViteOnly(project, config) ? config : null);
    return {
      because: config ?? "package.json",
      recorder:
        hand !== null
          ? { kind: "hand", file: hand, byHand: edit.byHand }
          : config !== null
            ? { kind: "edit", file: config, edit }
            : { kind: "file", file: OWN, body: BODY },
      reports: [],
      command: scriptCommand(manifest, manager, "vitest", "vitest run"),
    };
  },
} as const satisfies Runner;

/** A config of Vite's alone: its types do not know the key `test`, until it is defined by Vitest's function. */
function isViteOnly({ texts }: Project, config: string | null): boolean {
  const text = config?.startsWith("vite.") ? (texts.get(config) ?? "") : "vitest";
  return !text.includes("vitest");
}

const BODY = `import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { setupFiles: ["assay/dom/vitest"] },
});
`;
