import { entriesOf, readSource, wordAt } from "../edit/source.ts";
import { manifestOf } from "../project.ts";
import type { FileEdit, Runner } from "../runner.ts";
import { scriptCommand } from "../script-command.ts";

const FLAG = " --import assay/dom/node";
const MODULE = "assay/dom/node";
/** node with --test, in one command of a script. */
const TESTS = /((?:^|[\s"(;&|])node)((?:\s[^&|;]*)?\s--test(?![-\w]))/;

const edit: FileEdit = {
  files: ["package.json"],
  apply(text) {
    if (text.includes(MODULE)) return { kind: "present" };
    const source = readSource(text);
    const scripts = source && entriesOf(source, 0).find(({ key }) => key === "scripts");
    if (!source || !scripts || wordAt(source, scripts.value) !== "{") return { kind: "unclear" };
    const strings = entriesOf(source, scripts.value).map(({ value }) => source.tokens[value]);
    const done = strings.toReversed().reduce((rest, token) => {
      if (token === undefined) return rest;
      const script = text.slice(token.start, token.end);
      return (
        rest.slice(0, token.start) +
        script.replace(new RegExp(TESTS, "g"), `$1${FLAG}$2`) +
        rest.slice(token.end)
      );
    }, text);
    return done === text ? { kind: "unclear" } : { kind: "wired", text: done };
  },
  undo: (text) => text.replaceAll(FLAG, ""),
  byHand: "node --import assay/dom/node --test",
};

export const nodeTest = {
  id: "node-test",
  title: "node:test",
  reads: ["package.json"],
  edits: [edit],
  ownFiles: [],
  find(project, manager) {
    const manifest = manifestOf(project);
    if (!Object.values(manifest.scripts).some((script) => TESTS.test(script))) return null;
    return {
      because: "package.json",
      recorder: { kind: "edit", file: "package.json", edit },
      reports: [],
      command: scriptCommand(manifest, manager, "node", "node --test"),
    };
  },
} as const satisfies Runner;
