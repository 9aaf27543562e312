import { createHmac, timingSafeEqual } from "node:crypto";

/** What a commit is about, by which it is told from one that only carries the same words. */
export interface MarkedCommit {
  readonly tree: string;
  readonly parent: string;
  readonly message: string;
}

const TRAILER = /\n\nAssay-Commit: ([0-9a-f]{64})\n*$/;

/** The message with a trailer that only who has the key can write: HMAC-SHA-256 over tree, parent and message. */
export function withTrailer(commit: MarkedCommit, key: string): string {
  return `${commit.message}\n\nAssay-Commit: ${markOf(commit, key)}\n`;
}

/** The message without its trailer, and whether that is one of the key for this very commit. */
export function readTrailer(
  commit: MarkedCommit,
  key: string,
): { readonly message: string; readonly own: boolean } {
  const [whole, mark] = TRAILER.exec(commit.message) ?? [];
  const message = commit.message.replace(/\n+$/, "");
  if (whole === undefined || mark === undefined) return { message, own: false };
  const bare = commit.message.slice(0, -whole.length);
  const expected = markOf({ ...commit, message: bare }, key);
  const own = timingSafeEqual(Buffer.from(mark), Buffer.from(expected));
  return own ? { message: bare, own } : { message, own };
}

function markOf({ tree, parent, message }: MarkedCommit, key: string): string {
  return createHmac("sha256", key).update(`${tree}\n${parent}\n${message}`).digest("hex");
}
