import { mkdtemp, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Holder } from "../../ports/holder.ts";
import { removeTree } from "./remove-tree.ts";

const BEGINNING = "assay";

/**
 * Makes a folder of this process's own in `root`, readable by nobody else, and first removes those that processes of
 * this machine left there when they were killed. `holder` names the process.
 */
export async function processFolder(root: string, holder: Holder): Promise<string> {
  const names = await readdir(root).catch(() => []);
  for (const name of names) {
    const owner = ownerOf(name);
    // Somebody else's, or just removed by another: left alone.
    if (owner !== null && (await holder.isGone(owner))) await removeTree(join(root, name)).catch(() => {});
  }
  const owner = (await holder.name()).split("/").join("+");
  return mkdtemp(join(root, `${BEGINNING}+${owner}+`));
}

/** The process that a folder's name names, or null for a name that is none of ours. */
function ownerOf(name: string): string | null {
  const [, owner] = /^assay\+([^+]+\+\d+\+[0-9a-z]+)\+[^+]+$/.exec(name) ?? [];
  return owner === undefined ? null : owner.split("+").join("/");
}
