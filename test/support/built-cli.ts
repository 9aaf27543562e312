import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");
const SOURCES = ["cli", "knowledge", "package.json", "package-lock.json"];

/** Before any test: the CLI in dist/ is as new as its sources. */
export function setup(): void {
  const built = join(root, "dist/oclif.manifest.json");
  const newest = Math.max(...SOURCES.map((source) => newestChange(join(root, source))));
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return;
  const { status } = spawnSync(process.execPath, [join(root, "cli/build.ts")], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) throw new Error("the CLI does not build");
}

function newestChange(path: string): number {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}
