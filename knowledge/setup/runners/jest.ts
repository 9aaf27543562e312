import { listEdit } from "../list-edit.ts";
import { firstOf, manifestOf } from "../project.ts";
import type { Runner } from "../runner.ts";
import { scriptCommand } from "../script-command.ts";

const CONFIGS = ["js", "ts", "mjs", "cjs", "json"].map((ending) => `jest.config.${ending}`);
const OWN = "jest.config.cjs";
const HAND = 'setupFilesAfterEnv: ["assay/dom/jest"]';

const list = {
  module: "assay/dom/jest",
  element: '"assay/dom/jest"',
  absent: '["assay/dom/jest"]',
  around: ["", ""],
  rivals: ["projects"],
} as const;
const inConfig = listEdit(CONFIGS, { ...list, path: ["setupFilesAfterEnv"] }, HAND);
const inManifest = listEdit(
  ["package.json"],
  { ...list, path: ["jest", "setupFilesAfterEnv"] },
  `jest: { ${HAND} }`,
);

export const jest = {
  id: "jest",
  title: "Jest",
  reads: ["package.json", ...CONFIGS],
  edits: [inConfig, inManifest],
  ownFiles: [OWN],
  find(project, manager) {
    const manifest = manifestOf(project);
    const config = firstOf(project, CONFIGS);
    const isInManifest = manifest.has("jest");
    const isHidden = manifest.packages.has("react-scripts");
    if (!manifest.packages.has("jest") && config === null && !isInManifest && !isHidden) return null;
    const command = scriptCommand(manifest, manager, isHidden ? "react-scripts" : "jest", "jest");
    const found = { because: config ?? "package.json", reports: [], command };
    if (isHidden)
      // react-scripts allows no such key; it reads this file instead.
      return {
        ...found,
        recorder: { kind: "hand", file: "src/setupTests.js", byHand: 'import "assay/dom/jest";' },
      };
    if (config !== null) return { ...found, recorder: { kind: "edit", file: config, edit: inConfig } };
    if (isInManifest) return { ...found, recorder: { kind: "edit", file: "package.json", edit: inManifest } };
    return { ...found, recorder: { kind: "file", file: OWN, body: `module.exports = {\n  ${HAND},\n};\n` } };
  },
} as const satisfies Runner;
