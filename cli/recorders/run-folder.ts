import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The nearest folder upwards that is a repository or holds `.assay`; else the current one. */
export function projectRoot(): string {
  const start = process.cwd();
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".assay")) || existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return start;
  }
}

/** The folder that run files go to, made if need be: `$ASSAY_RUN_FOLDER`, else `.assay/local/runs` of the project. */
export function runFolder(): string {
  const given = process.env.ASSAY_RUN_FOLDER;
  if (given !== undefined && given !== "") {
    mkdirSync(given, { recursive: true });
    return given;
  }
  const local = join(projectRoot(), ".assay", "local");
  const folder = join(local, "runs");
  mkdirSync(folder, { recursive: true });
  const ignore = join(local, ".gitignore");
  if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
  return folder;
}
