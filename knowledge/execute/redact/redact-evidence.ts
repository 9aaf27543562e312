import { AssayError } from "../../errors.ts";
import type { ZipFile, Zips } from "../../ports/zips.ts";
import type { SecretMask } from "../../record/secret-mask.ts";
import { foundSecrets } from "./found-secrets.ts";
import { mediaKind } from "./media-kind.ts";
import { redactText } from "./redact-words.ts";

/** What a run left behind, before it is stored. */
export interface Evidence {
  /** File's name, for its type and for what is said of it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export type RedactedEvidence =
  | {
      readonly kind: "redacted";
      readonly bytes: Uint8Array;
      readonly contentType: string;
      /** What was left out, in words. */
      readonly notes: readonly string[];
    }
  | { readonly kind: "refused"; readonly code: "evidence_not_portable"; readonly why: string };

const LARGEST = 128 * 1024 ** 2;
/** Names that a note tells. */
const NAMED = 5;

/**
 * Masks evidence before it is stored: texts, JSON, HAR files and every entry of a zip such as a Playwright trace. What
 * signs somebody in is found by its name and form, then looked for everywhere else in the same evidence, beside the
 * values of the secrets files, which `mask` replaces. Pictures, fonts and films stay as they are. What cannot be masked
 * and is none of these is left out of a zip, with a note, and refused by itself; so is a zip that cannot be read.
 */
export async function redactEvidence(
  zips: Zips,
  { name, bytes }: Evidence,
  mask: SecretMask,
): Promise<RedactedEvidence> {
  if (bytes.length > LARGEST) return refused(`${name} is larger than ${LARGEST} bytes`);
  const kind = mediaKind(bytes);
  if (kind.kind === "media") return { kind: "redacted", bytes, contentType: kind.contentType, notes: [] };
  if (kind.kind === "binary")
    return refused(`${name} is neither text, a zip nor a picture, so nothing in it can be masked`);
  if (kind.kind === "zip") return redactZip(zips, { name, bytes }, mask);
  try {
    const found = foundSecrets();
    redactText(kind.text, found.add, mask);
    const safe = redactText(kind.text, () => {}, both(found.mask(), mask));
    return { kind: "redacted", bytes: Buffer.from(safe), contentType: typeOf(name), notes: [] };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refused(`${name} is nested too deeply to be masked`);
  }
}

/** Reads it twice: what is hidden in one entry is looked for in all of them. */
async function redactZip(zips: Zips, { name, bytes }: Evidence, mask: SecretMask): Promise<RedactedEvidence> {
  const left: string[] = [];
  try {
    const found = foundSecrets();
    for await (const entry of zips.read(name, bytes)) redactEntry(entry, found.add, mask);
    const all = both(found.mask(), mask);
    async function* safeEntries(): AsyncGenerator<ZipFile> {
      for await (const entry of zips.read(name, bytes)) {
        const safe = redactEntry(entry, () => {}, all);
        const safeName = all(entry.name);
        if (safe === null) left.push(safeName);
        else yield { name: safeName, bytes: safe };
      }
    }
    const safe = await zips.write(safeEntries());
    return { kind: "redacted", bytes: safe, contentType: "application/zip", notes: noteOf(left) };
  } catch (error) {
    if (!(error instanceof AssayError && error.code === "archive_refused")) throw error;
    return refused(error.message);
  }
}

/** The entry's bytes, masked; null where they cannot be. */
function redactEntry(
  { bytes }: ZipFile,
  found: (value: string) => void,
  mask: SecretMask,
): Uint8Array | null {
  const kind = mediaKind(bytes);
  if (kind.kind === "media") return bytes;
  if (kind.kind !== "text") return null;
  try {
    return Buffer.from(redactText(kind.text, found, mask));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function both(first: SecretMask, second: SecretMask): SecretMask {
  return (value) => second(first(value));
}

function noteOf(left: readonly string[]): readonly string[] {
  if (left.length === 0) return [];
  const names = left.slice(0, NAMED).join(", ") + (left.length > NAMED ? ", …" : "");
  return [`left out, since they cannot be masked: ${left.length} of its entries (${names})`];
}

const TYPES: Readonly<Record<string, string>> = {
  json: "application/json",
  har: "application/json",
  html: "text/html",
  svg: "image/svg+xml",
  xml: "application/xml",
  md: "text/markdown",
};

function typeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return TYPES[ending] ?? "text/plain; charset=utf-8";
}

function refused(why: string): RedactedEvidence {
  return { kind: "refused", code: "evidence_not_portable", why };
}
