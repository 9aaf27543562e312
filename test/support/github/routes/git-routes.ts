import { readCommit } from "../git/commits.ts";
import { readTree } from "../git/trees.ts";
import type { Call } from "../http/call.ts";
import { textField } from "../http/fields.ts";
import { page } from "../http/page.ts";
import { refusal } from "../http/reply.ts";
import { route } from "../http/route.ts";
import { gitCommitShape } from "../shapes/commit-shape.ts";
import type { Schemas } from "../shapes/schemas.ts";
import { removeBranch } from "../state/remove-branch.ts";
import { resolveCommit } from "./resolve-commit.ts";

const READ = { permissions: [{ contents: "read" }] } as const;
const KINDS: Readonly<Record<string, string>> = { "040000": "tree", "160000": "commit" };

const WRITE = { permissions: [{ contents: "write" }], content: true } as const;

/** The git database: refs, commits, trees, blobs. */
export const gitRoutes = [
  route("POST", "/repos/{owner}/{repo}/git/refs", WRITE, (call) => {
    const { repository } = call;
    const name = textField(call, "ref", { given: true });
    const sha = textField(call, "sha", { given: true });
    if (!isRefName(name)) throw refusal(422, "Reference name is not valid");
    if (readCommit(repository.store, sha) === null) throw refusal(422, "Object does not exist");
    if (repository.refs.get(name) !== null) throw refusal(422, "Reference already exists");
    repository.refs.set(name, sha);
    return { status: 201, json: refShape(call, name, sha) };
  }),
  route("DELETE", "/repos/{owner}/{repo}/git/refs/{ref+}", WRITE, (call) => {
    const { state, repository } = call;
    const name = `refs/${call.params.ref}`;
    if (repository.refs.get(name) === null) throw refusal(422, "Reference does not exist");
    if (name === `refs/heads/${repository.defaultBranch}`)
      throw refusal(422, "Cannot delete the default branch");
    if (name.startsWith("refs/heads/")) removeBranch(state, repository, name.slice("refs/heads/".length));
    else repository.refs.remove(name);
    return { status: 204 };
  }),
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

/** Git's rules for names, with at least two slashes. */
function isRefName(name: string): boolean {
  const parts = name.split("/");
  const fine = parts.every((part) => part !== "" && !part.startsWith(".") && !/\.lock$|\.$/.test(part));
  return fine && parts.length >= 3 && parts[0] === "refs" && !/[\s~^:?*[\\\x00-\x1f\x7f]|\.\.|@\{/.test(name);
}

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
