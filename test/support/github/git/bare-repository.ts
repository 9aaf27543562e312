import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What makes a push land as loose objects that stay, and lets a clone ask for any commit and leave out blobs. */
const CONFIG = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = true
[http]
\treceivepack = true
[receive]
\tunpackLimit = 1000000
\tautogc = false
[gc]
\tauto = 0
[uploadpack]
\tallowAnySHA1InWant = true
\tallowFilter = true
`;

/**
 * Makes a bare repository at `directory`: empty, a copy of the one at `from`, or a fork that has its objects in common
 * with the bare repository `forkOf`.
 */
export function makeBareRepository(
  directory: string,
  branch: string,
  source: { readonly from?: string | undefined; readonly forkOf?: string | undefined },
): void {
  mkdirSync(directory, { recursive: true });
  if (source.from !== undefined) {
    execFileSync("git", ["clone", "--quiet", "--bare", source.from, directory], { stdio: "pipe" });
  } else {
    mkdirSync(join(directory, "refs", "heads"), { recursive: true });
    if (source.forkOf === undefined) mkdirSync(join(directory, "objects"), { recursive: true });
  }
  if (source.forkOf !== undefined) {
    rmSync(join(directory, "objects"), { recursive: true, force: true });
    symlinkSync(join(source.forkOf, "objects"), join(directory, "objects"));
  }
  writeFileSync(join(directory, "HEAD"), `ref: refs/heads/${branch}\n`);
  writeFileSync(join(directory, "config"), CONFIG);
}
