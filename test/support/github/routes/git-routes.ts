import { readCommit } from "../git/commits.ts";
import { readTree } from "../git/trees.ts";
import type { Call } from "../http/call.ts";
import { page } from "../http/page.ts";
import { refusal } from "../http/reply.ts";
import { route } from "../http/route.ts";
import { gitCommitShape } from "../shapes/commit-shape.ts";
import type { Schemas } from "../shapes/schemas.ts";
import { resolveCommit } from "./resolve-commit.ts";

const READ = { permissions: [{ contents: "read" }] } as const;
const KINDS: Readonly<Record<string, string>> = { "040000": "tree", "160000": "commit" };

/** The git database: refs, commits, trees, blobs. */
export const gitRoutes = [
  route("GET", "/repos/{owner}/{repo}/git/ref/{ref+}", READ, (call) => {
    const name = `refs/${call.params.ref}`;
    const sha = call.repository.refs.get(name);
    if (sha === null) throw refusal(404, "Not Found");
    return { status: 200, json: refShape(call, name, sha) };
  }),
  route("GET", "/repos/{owner}/{repo}/git/matching-refs/{ref+}", READ, (call) => {
    const refs = call.repository.refs.list(`refs/${call.params.ref}`);
    return page(
      call,
      refs.map(({ name, sha }) => refShape(call, name, sha)),
    );
  }),
  route("GET", "/repos/{owner}/{repo}/git/commits/{commit_sha}", READ, ({ state, repository, params }) => {
    const commit = readCommit(repository.store, params.commit_sha!);
    if (commit === null) throw refusal(404, "Not Found");
    return { status: 200, json: gitCommitShape(state, repository, commit) };
  }),
  route("GET", "/repos/{owner}/{repo}/git/trees/{tree_sha+}", READ, (call) => {
    const { state, repository } = call;
    const asked = call.params.tree_sha!;
    const sha = resolveCommit(repository, asked)?.tree ?? asked;
    if (repository.store.get(sha)?.kind !== "tree") throw refusal(404, "Not Found");
    const recursive = call.query.get("recursive") !== null;
    const entries = treeEntries(call, sha, "", recursive, state.treeLimit + 1);
    const shape: Schemas["git-tree"] = {
      sha,
      url: `${gitRoot(call)}/trees/${sha}`,
      tree: entries.slice(0, state.treeLimit),
      truncated: entries.length > state.treeLimit,
    };
    return { status: 200, json: shape };
  }),
  route("GET", "/repos/{owner}/{repo}/git/blobs/{file_sha}", READ, (call) => {
    const sha = call.params.file_sha!;
    const object = call.repository.store.get(sha);
    if (object?.kind !== "blob") throw refusal(404, "Not Found");
    if (/\bapplication\/vnd\.github\.(?:v3\.)?raw\b/.test(call.accept)) {
      return {
        status: 200,
        bytes: object.bytes,
        headers: { "content-type": "application/vnd.github.raw; charset=utf-8" },
      };
    }
    const shape: Schemas["blob"] = {
      sha,
      node_id: `B_${sha}`,
      size: object.bytes.length,
      url: `${gitRoot(call)}/blobs/${sha}`,
      content: object.bytes.toString("base64").replaceAll(/.{1,60}/g, "$&\n"),
      encoding: "base64",
    };
    return { status: 200, json: shape };
  }),
];

function gitRoot({ state, repository }: Call): string {
  return `${state.api}/repos/${repository.owner}/${repository.name}/git`;
}

function refShape(call: Call, name: string, sha: string): Schemas["git-ref"] {
  const kind = call.repository.store.get(sha)?.kind ?? "commit";
  return {
    ref: name,
    node_id: `REF_${Buffer.from(name).toString("base64url")}`,
    url: `${gitRoot(call)}/${name}`,
    object: { type: kind, sha, url: `${gitRoot(call)}/${kind}s/${sha}` },
  };
}

function treeEntries(
  call: Call,
  tree: string,
  prefix: string,
  recursive: boolean,
  most: number,
): Schemas["git-tree"]["tree"] {
  const found: Schemas["git-tree"]["tree"] = [];
  for (const entry of readTree(call.repository.store, tree)) {
    if (found.length >= most) break;
    const type = KINDS[entry.mode] ?? "blob";
    const path = prefix + entry.name;
    const size = type === "blob" ? { size: call.repository.store.get(entry.sha)?.bytes.length ?? 0 } : {};
    found.push({
      path,
      mode: entry.mode,
      type,
      sha: entry.sha,
      ...size,
      url: `${gitRoot(call)}/${type}s/${entry.sha}`,
    });
    if (type === "tree" && recursive)
      found.push(...treeEntries(call, entry.sha, `${path}/`, true, most - found.length));
  }
  return found;
}
