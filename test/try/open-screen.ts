import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Shop } from "./new-shop.ts";
import { say } from "./say.ts";

/** Opens the screen on the shop where somebody can see it and answer. */
export function openScreen({ folder }: Shop): void {
  const isWatched = process.stdin.isTTY === true && process.stdout.isTTY === true;
  if (!isWatched || process.env.CI || process.env.TERM === "dumb") return;
  say("\nThe screen opens on it now; q leaves it.");
  const bin = join(folder, "node_modules/assay/dist/bin.cjs");
  const { status } = spawnSync(process.execPath, [bin], { cwd: folder, stdio: "inherit" });
  process.exitCode = status ?? 1;
}
