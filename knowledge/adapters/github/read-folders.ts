import { AssayError } from "../../errors.ts";
import type { BranchFile } from "../../ports/request-branch.ts";
import { askInParts, asksTooMuch } from "./ask-in-parts.ts";
import { askQuery, queryError } from "./ask-query.ts";
import type { Place } from "./github-clients.ts";
import type { BlobCache } from "./known-blobs.ts";
import { readBlobs } from "./read-blobs.ts";

const MOST_FOLDERS_AT_ONCE = 100;
/** Mode of a link, whose content is a way and no file's. */
const LINK = 0o120000;

interface FoundFile {
  readonly path: string;
  readonly oid: string;
  readonly bytes: number;
}

interface Entry {
  readonly name: string;
  readonly mode: number;
  readonly type: string;
  readonly oid: string;
  readonly object: { readonly byteSize?: number } | null;
}

/**
 * The files of some folders at a commit, in the order of the folders. One query names the files of 100 folders; texts
 * that are not known by their hash take further ones.
 */
export async function readFolders(
  place: Place,
  commit: string,
  folders: readonly string[],
  blobs: BlobCache,
): Promise<readonly BranchFile[]> {
  const wanted = [...new Set(folders.map((folder) => folder.replace(/\/+$/, "")))].filter(isPlain);
  const ask = (part: readonly string[]) => askFolders(place, commit, part);
  const files = (await askInParts(wanted, MOST_FOLDERS_AT_ONCE, ask)).flat();
  const texts = await readBlobs(place, files, blobs);
  return files.map(({ path, oid }) => ({ path, oid, text: texts.get(oid) ?? null }));
}

/** The top, or a way without parts that git's own way of naming would resolve. */
function isPlain(folder: string): boolean {
  return folder === "" || folder.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

async function askFolders(
  place: Place,
  commit: string,
  folders: readonly string[],
): Promise<readonly (readonly FoundFile[])[] | null> {
  const { host, owner, repo } = place;
  const asked = `the commit ${commit} of ${owner}/${repo}`;
  const definitions = folders.map((_, index) => `, $e${index}: String!`);
  const aliases = folders.map((_, index) => `f${index}: object(expression: $e${index}) { ...Files }`);
  const { data, errors } = await askQuery(place, {
    text: `query Folders($owner: String!, $name: String!, $commit: GitObjectID!${definitions.join("")}) {
  repository(owner: $owner, name: $name) { commit: object(oid: $commit) { oid } ${aliases.join(" ")} }
}
fragment Files on Tree { entries { name mode type oid object { ... on Blob { byteSize } } } }`,
    variables: {
      owner,
      name: repo,
      commit,
      ...Object.fromEntries(folders.map((folder, index) => [`e${index}`, `${commit}:${folder}`])),
    },
  });
  if (folders.length > 1 && asksTooMuch(errors)) return null;
  if (errors[0] !== undefined) throw queryError(place, asked, errors[0]);
  const answer = (data.repository ?? {}) as Readonly<
    Record<string, { readonly entries?: readonly Entry[] } | null>
  >;
  // A folder of a commit that is not there would seem to be an empty one.
  if (answer.commit == null)
    throw new AssayError("forge_missing", { host, asked, reason: "there is no such commit" });
  return folders.map((folder, index) =>
    (answer[`f${index}`]?.entries ?? [])
      .filter(({ type, mode }) => type === "blob" && mode !== LINK)
      .map(({ name, oid, object }) => ({
        path: folder === "" ? name : `${folder}/${name}`,
        oid,
        bytes: object?.byteSize ?? 0,
      })),
  );
}
