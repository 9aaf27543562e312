import type { Head } from "../reader.ts";

const TAG_LIMIT = 4_096;

/** The root's opening tag as far as it matters to a sniffer, or `""` where the head holds no XML element. */
export function rootTag(head: Head): string {
  if (head.xmlRoot === undefined) return "";
  for (let at = head.text.indexOf("<"); at >= 0; at = head.text.indexOf("<", at + 1)) {
    const rest = head.text.slice(at + 1, at + 1 + TAG_LIMIT);
    const name = /^(?:[^\s<>:/!?]{1,200}:)?([^\s<>:/!?]{1,200})[\s/>]/.exec(rest)?.[1];
    if (name === head.xmlRoot) return `<${rest.slice(0, tagLength(rest))}`;
  }
  return "";
}

/** Lower-case local name of the root, or `""`. */
export function rootName(head: Head): string {
  return (head.xmlRoot ?? "").toLowerCase();
}

function tagLength(rest: string): number {
  const end = rest.indexOf(">");
  return end < 0 ? rest.length : end + 1;
}
