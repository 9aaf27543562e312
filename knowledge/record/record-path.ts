import { createHash } from "node:crypto";
import { RECORD_ID } from "./record-id-form.ts";

/** Anchors of a scope over which new ones get a level of two hex digits, so that no folder grows without end. */
export const FLAT_ANCHORS = 3_000;

export interface RecordPlace {
  readonly scope: string;
  /** Primary anchor, normalised. */
  readonly anchor: string;
  readonly id: string;
}

export interface RecordPathParts {
  /** The folder of the scope. */
  readonly scope: string;
  /** The folder of the anchor, under the scope. */
  readonly folder: string;
  readonly id: string;
}

/**
 * Where a new record goes, relative to the knowledge root, with `/`: `<scope>/<anchor slug>-<4 hex>/<id>.md`.
 * `taken` are the anchor folders that the scope has (as {@link RecordPathParts} gives them): an anchor stays in
 * the folder that it has; a new one in a scope of more than {@link FLAT_ANCHORS} goes one level down.
 */
export function recordPath({ scope, anchor, id }: RecordPlace, taken: ReadonlySet<string>): string {
  const [flat, deep] = anchorFolders(anchor);
  const isDeep = taken.has(deep) || (!taken.has(flat) && taken.size >= FLAT_ANCHORS);
  return `${scopeFolder(scope)}/${isDeep ? deep : flat}/${id}.md`;
}

/** The two folders under a scope in which the records of an anchor can be: flat, and one level down. */
export function anchorFolders(anchor: string): readonly [flat: string, deep: string] {
  const hash = shortHash(anchor);
  const flat = `${slug(anchor)}-${hash}`;
  return [flat, `${hash.slice(0, 2)}/${flat}`];
}

/** The folder of a scope: the name itself where it can be one, else a slug with a hash of the name. Idempotent. */
export function scopeFolder(scope: string): string {
  return FOLDER.test(scope) && scope.length <= FOLDER_LENGTH && !RESERVED.test(scope)
    ? scope
    : `${slug(scope)}-${shortHash(scope)}`;
}

/** The parts of a record's path, or null where it is not one: nothing that could leave the root is. */
export function parseRecordPath(path: string): RecordPathParts | null {
  const match =
    /^([a-z0-9][a-z0-9-]*)\/((?:([0-9a-f]{2})\/)?[a-z0-9][a-z0-9-]*-([0-9a-f]{4}))\/([^/\\]+)\.md$/.exec(
      path,
    );
  if (match === null) return null;
  const [, scope = "", folder = "", level, hash = "", id = ""] = match;
  if (!RECORD_ID.test(id) || (level !== undefined && !hash.startsWith(level))) return null;
  return { scope, folder, id };
}

/** Names that Windows keeps for devices. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

const SLUG_LENGTH = 48;
/** A slug, a hyphen and four digits. */
const FOLDER_LENGTH = SLUG_LENGTH + 5;
const FOLDER = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function slug(text: string): string {
  const plain = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_LENGTH)
    .replace(/^-+|-+$/g, "");
  return plain === "" ? "x" : plain;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 4);
}
