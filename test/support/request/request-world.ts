import { createHash } from "node:crypto";
import { AssayError } from "../../../knowledge/errors.ts";
import type { ChangeRequests } from "../../../knowledge/ports/change-requests.ts";
import type { Comment, Forge, ForgeChange, RepositoryName } from "../../../knowledge/ports/forge.ts";
import type { BranchCommit, RequestBranch } from "../../../knowledge/ports/request-branch.ts";

type Tree = ReadonlyMap<string, string>;

interface WorldCommit extends BranchCommit {
  readonly parent: string | null;
  readonly tree: Tree;
}

/** What a process of ours did to the forge, in order. */
export interface WorldWrite {
  readonly what: "commit" | "remove" | "open" | "edit" | "close" | "merge" | "comment";
  readonly branch: string | null;
  readonly key: string;
}

/** Thrown at a write that a test wants killed; whether it was carried out is not told. */
export class Killed extends Error {}

const REPOSITORY = "acme/shop" as RepositoryName;

/**
 * One repository with its branches, pull requests and comments, in memory, as the ports tell of them; people act on it
 * by their own methods. `killAt` kills the process at its n-th write, before or after it is carried out.
 */
export function requestWorld(files: Readonly<Record<string, string>> = {}) {
  const commits = new Map<string, WorldCommit>();
  const branches = new Map<string, string>();
  const requests: ForgeChange[] = [];
  const comments: (Comment & { readonly on: number })[] = [];
  const writes: WorldWrite[] = [];
  let kill: { at: number; done: boolean } | null = null;
  let number = 10;

  const make = (
    parent: string | null,
    tree: Tree,
    told: Pick<BranchCommit, "message" | "own" | "author">,
  ) => {
    const id = createHash("sha1").update(`${parent}${commits.size}${told.message}`).digest("hex");
    commits.set(id, { commit: id, parent, tree, ...told });
    return id;
  };
  const changed = (tree: Tree, changes: readonly { path: string; text: string | null }[]): Tree => {
    const next = new Map(tree);
    for (const { path, text } of changes) text === null ? next.delete(path) : next.set(path, text);
    return next;
  };
  const treeOf = (commit: string | undefined): Tree => commits.get(commit ?? "")?.tree ?? new Map();
  const ancestors = (commit: string | null | undefined): string[] => {
    const found: string[] = [];
    for (let at = commit ?? null; at !== null; at = commits.get(at)?.parent ?? null) found.push(at);
    return found;
  };
  branches.set(
    "main",
    make(null, new Map(Object.entries(files)), { message: "first", own: false, author: "ada" }),
  );

  const write = async <T>(told: WorldWrite, carryOut: () => T): Promise<T> => {
    if (kill !== null && --kill.at === 0) {
      const { done } = kill;
      kill = null;
      if (done) {
        writes.push(told);
        carryOut();
      }
      throw new Killed(told.what);
    }
    writes.push(told);
    return carryOut();
  };
  const update = (wanted: number, change: Partial<ForgeChange>) => {
    const at = requests.findIndex((one) => one.number === wanted);
    requests[at] = { ...(requests[at] as ForgeChange), ...change };
  };
  /** The head of an open one follows its branch. */
  const shown = (one: ForgeChange): ForgeChange =>
    one.state === "open"
      ? { ...one, head: { ...one.head, commit: branches.get(one.head.branch) ?? "" } }
      : one;
  const dropBranch = (branch: string) => {
    for (const one of requests.filter(({ state, head }) => state === "open" && head.branch === branch))
      update(one.number, { ...shown(one), state: "closed" });
    branches.delete(branch);
  };

  const requestBranch: RequestBranch = {
    async tips(_, branch) {
      return {
        defaultBranch: { name: "main", commit: branches.get("main") ?? "" },
        branch: branches.get(branch) ?? null,
      };
    },
    async folders(_, commit, folders) {
      return [...treeOf(commit)]
        .filter(([path]) => folders.includes(path.slice(0, Math.max(0, path.lastIndexOf("/")))))
        .map(([path, text]) => ({ path, text, oid: createHash("sha1").update(text).digest("hex") }));
    },
    async subfolders(_, commit, folder) {
      const below = [...treeOf(commit).keys()].filter((path) => path.startsWith(`${folder}/`));
      const parts = below.map((path) => path.slice(folder.length + 1).split("/"));
      return [...new Set(parts.flatMap(([first = "", ...rest]) => (rest.length > 0 ? [first] : [])))].sort();
    },
    async commits(_, branch) {
      const shared = new Set(ancestors(branches.get("main")));
      return ancestors(branches.get(branch))
        .filter((commit) => !shared.has(commit))
        .map((commit) => commits.get(commit) as WorldCommit)
        .slice(0, 100);
    },
    async commit(_, { branch, head, base, title, body, files: changes }) {
      return write({ what: "commit", branch, key: body }, () => {
        if ((branches.get(branch) ?? null) !== head) return { kind: "stale" };
        const parent = head ?? base;
        const message = `${title}\n\n${body}`;
        const commit = make(parent, changed(treeOf(parent), changes), {
          message,
          own: true,
          author: "assay[bot]",
        });
        branches.set(branch, commit);
        return { kind: "committed", commit };
      });
    },
    async remove(_, branch) {
      await write({ what: "remove", branch, key: branch }, () => dropBranch(branch));
    },
  };

  const changeRequests: ChangeRequests = {
    async find(_, branch) {
      return requests
        .filter(({ head }) => head.branch === branch)
        .map(shown)
        .reverse();
    },
    async open(_, { branch, into, title, body, labels }) {
      if (requests.some(({ state, head }) => state === "open" && head.branch === branch)) {
        const reason = `A pull request already exists for acme:${branch}.`;
        throw new AssayError("forge_refused", { host: "forge.example", asked: "POST /pulls", reason });
      }
      return write({ what: "open", branch, key: title }, () => {
        const request: ForgeChange = {
          repository: REPOSITORY,
          number: ++number,
          url: `https://forge.example/acme/shop/pull/${number}`,
          title,
          body,
          author: "assay[bot]",
          state: "open",
          draft: false,
          head: { repository: REPOSITORY, branch, commit: branches.get(branch) ?? "" },
          base: { repository: REPOSITORY, branch: into, commit: branches.get(into) ?? "" },
          createdAt: "2026-12-01T00:00:00.000Z",
          mergedAt: null,
          mergeCommit: null,
          labels,
        };
        requests.push(request);
        return request;
      });
    },
    async edit(_, wanted, text) {
      await write({ what: "edit", branch: null, key: `${wanted}` }, () => update(wanted, text));
    },
    async close(_, wanted) {
      await write({ what: "close", branch: null, key: `${wanted}` }, () =>
        update(wanted, { state: "closed" }),
      );
    },
    mergedByHand: async () => null,
    async merge(_, wanted, head) {
      return write({ what: "merge", branch: null, key: `${wanted}` }, () => {
        const one = requests.map(shown).find((request) => request.number === wanted);
        if (one?.state !== "open" || one.head.commit !== head)
          return { kind: "refused", why: "Head branch was modified." };
        return { kind: "merged", commit: people.merge(wanted) };
      });
    },
  };

  const forge: Pick<Forge, "asker" | "changedFiles" | "comment" | "comments" | "isPublic" | "label"> = {
    async changedFiles(_, wanted) {
      const { head } = shown(requests.find((request) => request.number === wanted) as ForgeChange);
      const shared = new Set(ancestors(branches.get("main")));
      const from = treeOf(ancestors(head.commit).find((commit) => shared.has(commit)));
      const to = treeOf(head.commit);
      return [...new Set([...from.keys(), ...to.keys()])]
        .filter((path) => from.get(path) !== to.get(path))
        .map((path) => {
          const change = !from.has(path) ? "added" : !to.has(path) ? "removed" : "modified";
          return { path, change, from: null, patch: null } as const;
        });
    },
    asker: async () => "assay[bot]",
    isPublic: async () => false,
    async label(_, wanted, labels) {
      const known = requests.find((request) => request.number === wanted)?.labels ?? [];
      update(wanted, { labels: [...new Set([...known, ...labels])] });
    },
    comments: async (_, on) => comments.filter((one) => one.on === on),
    comment: (_, on, body) =>
      write({ what: "comment", branch: null, key: `${on}` }, () => {
        const told = {
          id: comments.length + 1,
          url: "",
          author: "assay[bot]",
          byInsider: false,
          body,
          at: "",
        };
        comments.push({ ...told, on });
        return told;
      }),
  };

  const people = {
    /** Somebody commits to a branch by hand. */
    commit(branch: string, changes: Readonly<Record<string, string | null>>, own = false) {
      const parent = branches.get(branch) ?? null;
      const listed = Object.entries(changes).map(([path, text]) => ({ path, text }));
      const commit = make(parent, changed(treeOf(parent ?? ""), listed), {
        message: "mine",
        own,
        author: "ada",
      });
      branches.set(branch, commit);
      return commit;
    },
    /** By squash: what the branch changed since it left the default branch. */
    merge(wanted: number, { deletesBranch = false } = {}) {
      const one = shown(requests.find((request) => request.number === wanted) as ForgeChange);
      const main = branches.get("main") ?? "";
      const shared = new Set(ancestors(main));
      const from = treeOf(ancestors(one.head.commit).find((commit) => shared.has(commit)));
      const to = treeOf(one.head.commit);
      const paths = [...new Set([...from.keys(), ...to.keys()])].filter(
        (path) => from.get(path) !== to.get(path),
      );
      const changes = paths.map((path) => ({ path, text: to.get(path) ?? null }));
      const commit = make(main, changed(treeOf(main), changes), {
        message: one.title,
        own: false,
        author: "ada",
      });
      branches.set("main", commit);
      update(wanted, { ...one, state: "merged", mergeCommit: commit });
      if (deletesBranch) branches.delete(one.head.branch);
      return commit;
    },
    close(wanted: number, { deletesBranch = false } = {}) {
      const one = shown(requests.find((request) => request.number === wanted) as ForgeChange);
      update(wanted, { ...one, state: "closed" });
      if (deletesBranch) branches.delete(one.head.branch);
    },
    reopen(wanted: number) {
      update(wanted, { state: "open" });
    },
    /** A forge closes the open request of a branch that goes. */
    deleteBranch: dropBranch,
    edit(wanted: number, told: Partial<Pick<ForgeChange, "title" | "body" | "labels">>) {
      update(wanted, told);
    },
  };

  return {
    repository: REPOSITORY,
    requestBranch,
    changeRequests,
    forge,
    people,
    writes,
    comments,
    requests: () => requests.map(shown),
    open: () => requests.map(shown).filter(({ state }) => state === "open"),
    tip: (branch: string) => branches.get(branch) ?? null,
    files: (branch: string) => Object.fromEntries(treeOf(branches.get(branch) ?? "")),
    commitsOf: (branch: string) =>
      ancestors(branches.get(branch)).map((commit) => commits.get(commit) as WorldCommit),
    /** Kills the process at its n-th write from now, before or after it is carried out. */
    killAt(at: number, done: boolean) {
      kill = { at, done };
    },
    live() {
      kill = null;
    },
  };
}

export type RequestWorld = ReturnType<typeof requestWorld>;
