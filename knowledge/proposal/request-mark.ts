import { createHash } from "node:crypto";
import { type RequestPlace, requestFingerprint } from "./request-identity.ts";

/** What the hidden mark of a request's body says. */
export interface RequestMark {
  /** Hash of the body without its mark. */
  readonly body: string;
  /** Hashes of the evidence that it proposes. */
  readonly items: readonly string[];
}

const WORD = "assay:request";

/** The body with its mark as the last line: whoever finds it knows it again without a ledger. */
export function markBody(place: RequestPlace, text: string, items: readonly string[]): string {
  const id = `${place.kind}/${requestFingerprint(place)}`;
  return `${text}\n\n<!-- ${WORD} ${id} ${bodyHash(text)} ${items.join(",")} -->`;
}

/** The mark at the end of a body, or null where there is none of this request. Anybody can write one. Pure. */
export function readMark(place: RequestPlace, body: string): RequestMark | null {
  const last = body.trimEnd().split("\n").at(-1)?.trim() ?? "";
  const found = /^<!-- assay:request (\S+) ([0-9a-f]{16}) ([0-9a-f,]*) -->$/.exec(last);
  if (found === null || found[1] !== `${place.kind}/${requestFingerprint(place)}`) return null;
  const items = (found[3] ?? "").split(",").filter((item) => /^[0-9a-f]{16}$/.test(item));
  return { body: found[2] ?? "", items };
}

/** Whether the body is, but for its line ends, what its mark was made for: nobody edited it. Pure. */
export function isUnedited(place: RequestPlace, body: string): boolean {
  const mark = readMark(place, body);
  if (mark === null) return false;
  const text = body.trimEnd().split("\n").slice(0, -1).join("\n");
  return bodyHash(text) === mark.body;
}

/** 16 hexadecimal digits; line ends and white space at the end do not count, as forges change them. */
export function bodyHash(text: string): string {
  const plain = text.replace(/\r\n?/g, "\n").trimEnd();
  return createHash("sha256").update(plain).digest("hex").slice(0, 16);
}
