import { createHash } from "node:crypto";

/** Name of the line that a commit's message ends in. */
const TRAILER = "Assay-Request";

/** What a commit is to be. */
export interface KeyedCommit {
  readonly branch: string;
  readonly base: string;
  readonly head: string | null;
  readonly files: readonly { readonly path: string; readonly text: string | null }[];
}

/** Names a commit before it is made, by what it makes of what: 32 hexadecimal digits. Pure. */
export function commitKey({ branch, base, head, files }: KeyedCommit): string {
  const parts = [branch, base, head, ...files.map(({ path, text }) => [path, text])];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/** The last lines of a message, by which a process that was killed before it told finds its commit. */
export function keyLine(key: string): string {
  return `${TRAILER}: ${key}`;
}

/** The key of a commit's message, or null. Pure. */
export function keyOfMessage(message: string): string | null {
  const last = message.trimEnd().split("\n").at(-1) ?? "";
  return /^Assay-Request: ([0-9a-f]{32})$/.exec(last.trim())?.[1] ?? null;
}
