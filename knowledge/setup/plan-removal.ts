import { CONFIG_PATH } from "../config/config.ts";
import { draftOf } from "./draft.ts";
import { removeBlock } from "./edit/line-block.ts";
import { isSigned, isUnchanged } from "./edit/own-file.ts";
import { GIT_FILES } from "./git-files.ts";
import type { Project } from "./project.ts";
import type { Runner } from "./runner.ts";
import { RUNNERS } from "./runners/index.ts";
import type { SetupPlan, SetupStep } from "./setup-plan.ts";
import { snippetPath } from "./snippet-path.ts";
import { CI_SNIPPETS } from "./snippets/index.ts";

/** Files that init may write whole. */
export const OWN_FILES: readonly string[] = [
  CONFIG_PATH,
  ...RUNNERS.flatMap(({ ownFiles }) => ownFiles),
  ...CI_SNIPPETS.map(snippetPath),
];

/** Decides how to take out what init put in; what a person wrote or changed since stays, and is named. Pure. */
export function planRemoval(project: Project): SetupPlan {
  const draft = draftOf(project);
  const steps: SetupStep[] = [];
  for (const path of OWN_FILES) {
    const text = project.texts.get(path);
    if (text === undefined || !isSigned(text)) continue;
    if (isUnchanged(text)) draft.write(path, null);
    else steps.push({ file: path, why: "it was changed since, so that it stays", text: null });
  }
  for (const { edits } of RUNNERS as readonly Runner[])
    for (const { files, undo, byHand } of edits)
      for (const file of files) {
        const text = draft.read(file);
        if (text === null) continue;
        const done = undo(text, file);
        if (done === null)
          steps.push({
            file,
            why: "it can no longer be read well enough: take this out by hand",
            text: byHand,
          });
        else if (done !== text) draft.write(file, done);
      }
  for (const { path } of GIT_FILES) {
    const text = draft.read(path);
    if (text !== null) draft.write(path, removeBlock(text));
  }
  return { manager: null, runners: [], ci: [], changes: draft.changes(), steps };
}
