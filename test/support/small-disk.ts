import { execFileSync } from "node:child_process";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

/** A file system of its own of that many KiB, or null where this user cannot mount one (Linux, root). */
export function smallDisk(kib: number): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return null;
  const folder = temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${kib}k`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return null;
  }
  onTestFinished(() => {
    execFileSync("umount", ["--lazy", folder], { stdio: "ignore" });
  });
  return folder;
}

/** Makes a file system read-only. */
export function freezeDisk(folder: string): void {
  execFileSync("mount", ["-o", "remount,ro", folder], { stdio: "ignore" });
}
