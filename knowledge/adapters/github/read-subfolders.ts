import { AssayError } from "../../errors.ts";
import { askQuery, queryError } from "./ask-query.ts";
import type { Place } from "./github-clients.ts";

interface Answer {
  readonly commit: { readonly oid: string } | null;
  readonly folder: {
    readonly entries?: readonly { readonly name: string; readonly type: string }[];
  } | null;
}

const SUBFOLDERS = `query Subfolders($owner: String!, $name: String!, $commit: GitObjectID!, $folder: String!) {
  repository(owner: $owner, name: $name) {
    commit: object(oid: $commit) { oid }
    folder: object(expression: $folder) { ... on Tree { entries { name type } } }
  }
}`;

/** Names of the folders right below one at a commit, sorted, by one query. */
export async function readSubfolders(
  place: Place,
  commit: string,
  folder: string,
): Promise<readonly string[]> {
  const { host, owner, repo } = place;
  const asked = `the commit ${commit} of ${owner}/${repo}`;
  const { data, errors } = await askQuery(place, {
    text: SUBFOLDERS,
    variables: { owner, name: repo, commit, folder: `${commit}:${folder.replace(/\/+$/, "")}` },
  });
  if (errors[0] !== undefined) throw queryError(place, asked, errors[0]);
  const { commit: found, folder: tree } = (data.repository ?? { commit: null, folder: null }) as Answer;
  // A folder of a commit that is not there would seem to be an empty one.
  if (found === null)
    throw new AssayError("forge_missing", { host, asked, reason: "there is no such commit" });
  const entries = tree?.entries ?? [];
  return entries
    .filter(({ type }) => type === "tree")
    .map(({ name }) => name)
    .sort();
}
