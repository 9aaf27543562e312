import type { Deps } from "../ports/deps.ts";
import type { BranchFile } from "../ports/request-branch.ts";
import { readContents, readPaths } from "./kept-content.ts";
import { type RequestPlace, requestBranchName } from "./request-identity.ts";
import type { FileTexts, RequestScene } from "./request-scene.ts";
import type { RequestState } from "./request-state.ts";

/**
 * Reads all that is decided on: where the branches are, the commits and pull requests of ours, and the files in the
 * folders that are written to. Errors: those of the ports, request_content_missing.
 */
export async function readScene(
  {
    artifacts,
    changeRequests,
    requestBranch: branches,
  }: Pick<Deps, "artifacts" | "changeRequests" | "requestBranch">,
  place: RequestPlace,
  state: RequestState,
): Promise<RequestScene> {
  const { repository } = place;
  const branch = requestBranchName(place);
  const wanted = await readContents(artifacts, state);
  const manifests = new Set(
    [state.placed, state.plan].flatMap((one) => (one === null ? [] : [one.manifest])),
  );
  const placed: string[] = [];
  for (const manifest of manifests) placed.push(...(await readPaths(artifacts, manifest)));
  const paths = new Set([...placed, ...wanted.flatMap(({ files }) => files.map(({ path }) => path))]);
  const folders = [...new Set([...paths].map((path) => path.slice(0, path.lastIndexOf("/"))))].sort();

  const tips = await branches.tips(repository, branch);
  const requests = await changeRequests.find(repository, branch);
  const commits = tips.branch === null ? [] : await branches.commits(repository, branch);
  const textsAt = async (commit: string | null): Promise<FileTexts> =>
    commit === null || folders.length === 0
      ? new Map()
      : textsOf(await branches.folders(repository, commit, folders), paths);
  const base = await textsAt(tips.defaultBranch?.commit ?? null);
  const isSame = tips.branch === tips.defaultBranch?.commit;
  const head = isSame ? base : await textsAt(tips.branch);
  return { tips, commits, requests, base, head, placed, wanted };
}

/** A file that is no text counts as one with another text. */
function textsOf(files: readonly BranchFile[], paths: ReadonlySet<string>): FileTexts {
  const asked = files.filter(({ path }) => paths.has(path));
  return new Map(asked.map(({ path, oid, text }) => [path, text ?? `\u0000${oid}`]));
}
