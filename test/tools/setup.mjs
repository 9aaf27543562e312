/**
 * Installs what package-lock.json names, if that has not been done. Plain JavaScript for any Node ≥ 20,
 * because it runs before anything is installed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const lock = join(root, "package-lock.json");
const installed = join(root, "node_modules", ".package-lock.json");

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  console.error("installing the packages that package-lock.json names …");
  const done = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (done.status !== 0) {
    console.error("npm ci failed; nothing else was run");
    process.exit(done.status ?? 1);
  }
}
