import { createHash } from "node:crypto";

const SIGNED = /`assay init` \(([0-9a-f]{16})\)/;

/** The text of a file that init writes whole: its first line tells a later `--remove` whether anyone changed it. */
export function signFile(body: string, comment: "#" | "//"): string {
  return `${comment} Written by \`assay init\` (${digest(body)}); \`assay init --remove\` deletes it while nobody has changed it.\n${body}`;
}

/** Whether a file is as init wrote it, whatever its line ends became. */
export function isUnchanged(text: string): boolean {
  const [first = "", ...body] = text.replaceAll("\r\n", "\n").split("\n");
  return SIGNED.exec(first)?.[1] === digest(body.join("\n"));
}

/** Whether init wrote the file, be it changed since or not. */
export function isSigned(text: string): boolean {
  return SIGNED.test(text.slice(0, text.indexOf("\n")));
}

function digest(body: string): string {
  return createHash("sha256").update(body).digest("hex").slice(0, 16);
}
