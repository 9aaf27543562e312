import { entryAt, readTree, type TreeEntry } from "../git/trees.ts";
import type { Call } from "../http/call.ts";
import { type Reply, refusal } from "../http/reply.ts";
import { route } from "../http/route.ts";
import type { Schemas } from "../shapes/schemas.ts";
import { resolveCommit } from "./resolve-commit.ts";

const MEGABYTE = 1_024 * 1_024;
const MOST_ENTRIES = 1_000;

/** Files and folders at a commit. */
export const contentRoutes = [
  route("GET", "/repos/{owner}/{repo}/contents/{path+}", { permissions: [{ contents: "read" }] }, contents),
  route("GET", "/repos/{owner}/{repo}/contents", { permissions: [{ contents: "read" }] }, contents),
];

function contents(call: Call): Reply {
  const { repository } = call;
  const ref = call.query.get("ref");
  const commit = resolveCommit(repository, ref ?? repository.defaultBranch);
  if (commit === null)
    throw refusal(404, ref === null ? "This repository is empty." : `No commit found for the ref ${ref}`);
  const path = (call.params.path ?? "").replace(/\/+$/, "");
  const entry = entryAt(repository.store, commit.tree, path);
  if (entry === null) throw refusal(404, "Not Found");
  const raw = /\bapplication\/vnd\.github\.(?:v3\.)?raw\b/.test(call.accept);
  if (entry.mode === "040000") {
    const entries = readTree(repository.store, entry.sha).slice(0, MOST_ENTRIES);
    const prefix = path === "" ? "" : `${path}/`;
    return { status: 200, json: entries.map((one) => entryShape(call, commit.sha, prefix + one.name, one)) };
  }
  const bytes = repository.store.get(entry.sha)?.bytes ?? Buffer.alloc(0);
  if (bytes.length > 100 * MEGABYTE) {
    throw refusal(403, "This API returns blobs up to 100 MB in size.", {
      errors: [{ resource: "Blob", field: "data", code: "custom", message: "too_large" }],
    });
  }
  if (raw)
    return { status: 200, bytes, headers: { "content-type": "application/vnd.github.raw; charset=utf-8" } };
  // Between 1 and 100 MB only the raw form has the content.
  const small = bytes.length <= MEGABYTE;
  const file: Schemas["content-file"] = {
    ...entryShape(call, commit.sha, path, entry),
    type: "file",
    encoding: small ? "base64" : "none",
    content: small ? wrapped(bytes.toString("base64")) : "",
  };
  return { status: 200, json: file };
}

/** Base64 comes in lines of 60 characters. */
function wrapped(text: string): string {
  return text.replaceAll(/.{1,60}/g, "$&\n");
}

function entryShape({ state, repository }: Call, commit: string, path: string, entry: TreeEntry) {
  const name = `${repository.owner}/${repository.name}`;
  const escaped = path.split("/").map(encodeURIComponent).join("/");
  const isFolder = entry.mode === "040000";
  const self = `${state.api}/repos/${name}/contents/${escaped}?ref=${commit}`;
  const git = `${state.api}/repos/${name}/git/${isFolder ? "trees" : "blobs"}/${entry.sha}`;
  const html = `${state.web}/${name}/${isFolder ? "tree" : "blob"}/${commit}/${escaped}`;
  return {
    name: path.split("/").at(-1)!,
    path,
    sha: entry.sha,
    size: isFolder ? 0 : (repository.store.get(entry.sha)?.bytes.length ?? 0),
    url: self,
    html_url: html,
    git_url: git,
    download_url: isFolder ? null : `${state.web}/${name}/raw/${commit}/${escaped}`,
    type: isFolder
      ? "dir"
      : entry.mode === "120000"
        ? "symlink"
        : entry.mode === "160000"
          ? "submodule"
          : "file",
    _links: { self, git, html },
  };
}
