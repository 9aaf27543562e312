import { blobText } from "../git/blob-text.ts";
import { askInParts, asksTooMuch } from "./ask-in-parts.ts";
import { askQuery, queryError } from "./ask-query.ts";
import type { Place } from "./github-clients.ts";
import type { BlobCache, KnownBlob } from "./known-blobs.ts";

export interface WantedBlob {
  readonly oid: string;
  readonly bytes: number;
}

const MOST_AT_ONCE = 100;
/** Of texts in one answer. */
const MOST_BYTES = 2 * 1024 * 1024;
/** GraphQL cuts longer texts. */
const LONGEST_TEXT = 512 * 1_024;

/** The texts of some files by their hash, null where one is no text; those that are not known yet are asked for. */
export async function readBlobs(
  place: Place,
  wanted: readonly WantedBlob[],
  blobs: BlobCache,
): Promise<ReadonlyMap<string, string | null>> {
  const texts = new Map<string, string | null>();
  const missing: WantedBlob[] = [];
  const unique = new Map(wanted.map((blob) => [blob.oid, blob]));
  await Promise.all(
    [...unique.values()].map(async (blob) => {
      const known = await blobs.get(blob.oid);
      if (known === null) missing.push(blob);
      else texts.set(blob.oid, known.text);
    }),
  );
  const keep = async (oid: string, blob: KnownBlob): Promise<void> => {
    texts.set(oid, blob.text);
    await blobs.put(oid, blob);
  };
  for (const part of partsOf(missing.filter(({ bytes }) => bytes <= LONGEST_TEXT))) {
    const found = await askInParts(part, MOST_AT_ONCE, (some) => askTexts(place, some));
    for (const { oid, blob } of found) await keep(oid, blob ?? (await readWhole(place, oid)));
  }
  for (const { oid } of missing.filter(({ bytes }) => bytes > LONGEST_TEXT))
    await keep(oid, await readWhole(place, oid));
  return texts;
}

function partsOf(blobs: readonly WantedBlob[]): readonly (readonly WantedBlob[])[] {
  const parts: WantedBlob[][] = [];
  let bytes = 0;
  for (const blob of blobs) {
    const last = parts.at(-1);
    if (last === undefined || last.length === MOST_AT_ONCE || bytes + blob.bytes > MOST_BYTES) {
      parts.push([blob]);
      bytes = blob.bytes;
    } else {
      last.push(blob);
      bytes += blob.bytes;
    }
  }
  return parts;
}

interface BlobAnswer {
  readonly isBinary: boolean | null;
  readonly isTruncated: boolean;
  readonly text: string | null;
}

/** Of each blob what it holds, or null where the answer leaves out some of it. */
async function askTexts(place: Place, blobs: readonly WantedBlob[]) {
  const { owner, repo } = place;
  const definitions = blobs.map((_, index) => `, $b${index}: GitObjectID!`);
  const aliases = blobs.map((_, index) => `b${index}: object(oid: $b${index}) { ...Text }`);
  const { data, errors } = await askQuery(place, {
    text: `query Texts($owner: String!, $name: String!${definitions.join("")}) {
  repository(owner: $owner, name: $name) { ${aliases.join(" ")} }
}
fragment Text on Blob { isBinary isTruncated text }`,
    variables: {
      owner,
      name: repo,
      ...Object.fromEntries(blobs.map(({ oid }, index) => [`b${index}`, oid])),
    },
  });
  if (blobs.length > 1 && asksTooMuch(errors)) return null;
  if (errors[0] !== undefined) throw queryError(place, `files of ${owner}/${repo}`, errors[0]);
  const answers = (data.repository ?? {}) as Readonly<Record<string, BlobAnswer | null>>;
  return blobs.map(({ oid }, index): { oid: string; blob: KnownBlob | null } => {
    const answer = answers[`b${index}`] ?? null;
    if (answer === null || answer.isTruncated) return { oid, blob: null };
    return { oid, blob: { text: answer.isBinary === true ? null : answer.text } };
  });
}

async function readWhole({ client, owner, repo }: Place, oid: string): Promise<KnownBlob> {
  const { data } = await client.request("GET /repos/{owner}/{repo}/git/blobs/{file_sha}", {
    owner,
    repo,
    file_sha: oid,
  });
  return { text: blobText(Buffer.from(data.content, "base64")) };
}
