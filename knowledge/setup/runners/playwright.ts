import { listEdit } from "../list-edit.ts";
import { firstOf, manifestOf } from "../project.ts";
import type { Runner } from "../runner.ts";
import { scriptCommand } from "../script-command.ts";

const CONFIGS = ["ts", "js", "mts", "mjs", "cts", "cjs"].map((ending) => `playwright.config.${ending}`);

const edit = listEdit(
  CONFIGS,
  {
    path: ["reporter"],
    module: "assay/playwright/reporter",
    element: '["assay/playwright/reporter"]',
    // What Playwright takes where nothing is said, with ours beside it.
    absent: '[[process.env.CI ? "dot" : "list"], ["assay/playwright/reporter"]]',
    around: ["[", "]"],
    rivals: [],
  },
  'reporter: [["list"], ["assay/playwright/reporter"]]',
);

export const playwright = {
  id: "playwright",
  title: "Playwright",
  reads: ["package.json", ...CONFIGS],
  edits: [edit],
  ownFiles: [],
  find(project, manager) {
    const manifest = manifestOf(project);
    const config = firstOf(project, CONFIGS);
    if (config === null && !manifest.packages.has("@playwright/test")) return null;
    return {
      because: config ?? "package.json",
      recorder:
        config === null
          ? { kind: "hand", file: "playwright.config.ts", byHand: edit.byHand }
          : { kind: "edit", file: config, edit },
      also: 'tests that import `test` and `expect` from "assay/playwright" teach their steps too',
      reports: [],
      command: scriptCommand(manifest, manager, "playwright", "playwright test"),
    };
  },
} as const satisfies Runner;
