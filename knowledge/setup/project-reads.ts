import { GIT_FILES } from "./git-files.ts";
import { OWN_FILES } from "./plan-removal.ts";
import { RUNNERS } from "./runners/index.ts";
import { CI_SNIPPETS } from "./snippets/index.ts";

/** Folders whose files a plan looks for; `""` is the top of the work tree. */
export const PROJECT_FOLDERS: readonly string[] = [
  ...new Set(["", ...CI_SNIPPETS.flatMap(({ folders }) => folders), ...OWN_FILES.map(folderOf)]),
];

/** Files whose text a plan may need; of those that are not there it needs nothing. */
export const PROJECT_TEXTS: readonly string[] = [
  ...new Set([...RUNNERS.flatMap(({ reads }) => reads), ...OWN_FILES, ...GIT_FILES.map(({ path }) => path)]),
];

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}
