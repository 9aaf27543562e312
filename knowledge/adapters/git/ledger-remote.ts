import { AssayError } from "../../errors.ts";
import { type LedgerPiece, type LedgerRemote, PIECE_MOST } from "../../ports/ledger-remote.ts";
import { maskedWords } from "./change-place.ts";
import { readRemotes } from "./remotes.ts";
import { type GitAnswer, type GitPlace, runGit } from "./run-git.ts";

/** Where the shared ledger stands at a remote; in the clone, what was taken in last. */
const REF = "refs/assay/ledger";
const FILE = "batches.ndjson";

const AUTHOR = { NAME: "Assay", EMAIL: "ledger@assay.invalid" };
const IDENTITY = {
  GIT_AUTHOR_NAME: AUTHOR.NAME,
  GIT_AUTHOR_EMAIL: AUTHOR.EMAIL,
  GIT_COMMITTER_NAME: AUTHOR.NAME,
  GIT_COMMITTER_EMAIL: AUTHOR.EMAIL,
};

/** What would change or add to a fetch or a push, or do work beside it. */
const SETTINGS = [
  "core.fsmonitor=false",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "push.recurseSubmodules=no",
  "push.followTags=false",
  "push.pushOption=",
  "gc.auto=0",
  "maintenance.auto=false",
  "i18n.commitEncoding=UTF-8",
  "commit.gpgSign=false",
].flatMap((setting) => ["-c", setting]);
/** All but a push, which is guarded by the hook of the person. */
const NO_HOOKS = ["-c", "core.hooksPath=/dev/null"];

/** In the environment of a push, and so of its hooks. */
const PUSHING = "ASSAY_LEDGER_PUSHING";

/** Milliseconds after which git is ended that asks over a network. */
const NETWORK_MS = 5 * 60_000;

/** Bytes of pieces that are held at a time. */
const HELD = 32 * 1024 * 1024;

/**
 * The shared ledger at the remotes of the clone around `place.cwd`, through the `git` binary: credentials, ssh and proxies
 * as the person has them. A push runs the person's `pre-push` hook; nothing else runs one.
 */
export function gitLedgerRemote(place: GitPlace): LedgerRemote {
  const { GIT_INDEX_FILE, ...kept } = place.env;
  const env = { ...kept, GIT_NO_REPLACE_OBJECTS: "1", GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh" };
  const ask = (args: readonly string[], { input = "", more = {} }: { input?: string; more?: object } = {}) =>
    runGit({ cwd: place.cwd, env: { ...env, ...more } }, [...NO_HOOKS, ...SETTINGS, ...args], input);
  const answered = async (...asked: Parameters<typeof ask>): Promise<string> => {
    const { ok, stdout, stderr } = await ask(...asked);
    if (!ok) throw new AssayError("git_failed", { words: maskedWords(stderr), outcome: "" });
    return stdout.toString().trim();
  };
  const network = async (args: readonly string[], more: object = {}): Promise<GitAnswer> => {
    try {
      return await runGit({ cwd: place.cwd, env: { ...env, ...more }, patience: NETWORK_MS }, [
        ...SETTINGS,
        ...args,
      ]);
    } catch (error) {
      if (!(error instanceof AssayError) || !/SIGTERM/.test(error.message)) throw error;
      return { ok: false, stdout: Buffer.alloc(0), stderr: "it did not answer in time" };
    }
  };

  async function expectRemote(remote: string): Promise<void> {
    const names = (await readRemotes(place)).map(({ name }) => name);
    if (names.includes(remote)) return;
    const known = names.length === 0 ? "this clone has none" : `there are ${names.join(", ")}`;
    throw new AssayError("ledger_remote_missing", { remote, known });
  }

  async function tipOf(remote: string): Promise<string | null> {
    const looked = await network([...NO_HOOKS, "ls-remote", "--end-of-options", remote, REF]);
    if (!looked.ok) throw unavailable(remote, looked.stderr);
    const rows = looked.stdout.toString().split("\n");
    return rows.map((row) => row.split("\t")).find(([, ref]) => ref === REF)?.[0] ?? null;
  }

  const isBelow = async (older: string, newer: string) =>
    (await ask(["merge-base", "--is-ancestor", older, newer])).ok;
  const isHere = async (commit: string) => (await ask(["cat-file", "-e", `${commit}^{commit}`])).ok;

  return {
    async tip(remote) {
      await expectRemote(remote);
      return tipOf(remote);
    },

    async fetch(remote, known, tip) {
      await expectRemote(remote);
      if (tip === known) return "same";
      if (!(await isHere(tip))) {
        const fetched = await network([
          ...NO_HOOKS,
          "fetch",
          "--quiet",
          "--no-tags",
          "--no-write-fetch-head",
          "--no-recurse-submodules",
          "--no-filter",
          "--refmap=",
          "--end-of-options",
          remote,
          REF,
        ]);
        if (!fetched.ok || !(await isHere(tip))) throw unavailable(remote, fetched.stderr);
      }
      if (known === null) return "ahead";
      if (!(await isHere(known))) return "apart";
      if (await isBelow(known, tip)) return "ahead";
      return (await isBelow(tip, known)) ? "behind" : "apart";
    },

    async *pieces(after, until) {
      const range = after === null ? [until] : [`${after}..${until}`];
      const listed = await answered(["rev-list", "--reverse", "--topo-order", "--parents", ...range]);
      let below = after;
      const commits: string[] = [];
      for (const row of listed.split("\n").filter((text) => text !== "")) {
        const [commit = "", ...parents] = row.split(" ");
        if (parents.length > 1 || (parents[0] ?? null) !== below)
          throw invalid(commit, "it does not go on from one commit");
        commits.push(commit);
        below = commit;
      }
      for (const portion of portionsOf(await sizesOf(commits))) yield* readBlobs(portion);
    },

    async write(parent, text, message) {
      const blob = await answered(["hash-object", "-w", "--stdin", "--no-filters"], { input: text });
      const tree = await answered(["mktree"], { input: `100644 blob ${blob}\t${FILE}\n` });
      const on = parent === null ? [] : ["-p", parent];
      return answered(["commit-tree", tree, ...on, "-F", "-"], { input: message, more: IDENTITY });
    },

    async push(remote, expected, commit) {
      await expectRemote(remote);
      const pushed = await network(
        [
          "push",
          "--porcelain",
          "--quiet",
          "--no-signed",
          `--force-with-lease=${REF}:${expected ?? ""}`,
          "--end-of-options",
          remote,
          `${commit}:${REF}`,
        ],
        { [PUSHING]: "1" },
      );
      if (pushed.ok) return "pushed";
      const stands = await tipOf(remote);
      if (stands === commit) return "pushed";
      if (stands !== expected) return "moved";
      throw refused(remote, pushed);
    },

    isPushing: async () => place.env[PUSHING] === "1",

    async keep(commit) {
      await answered(["update-ref", "--create-reflog", "-m", "assay ledger", REF, commit]);
    },
  };

  /** The blob of each commit with its size, in their order. */
  async function sizesOf(commits: readonly string[]): Promise<readonly Sized[]> {
    if (commits.length === 0) return [];
    const input = commits.map((commit) => `${commit}:${FILE}\n`).join("");
    const rows = (await answered(["cat-file", "--batch-check"], { input })).split("\n");
    return commits.map((commit, index) => {
      const [blob = "", type, size] = (rows[index] ?? "").split(" ");
      if (type !== "blob") throw invalid(commit, `it holds no ${FILE}`);
      if (Number(size) > PIECE_MOST) throw invalid(commit, `it is over ${PIECE_MOST} bytes`);
      return { commit, blob, size: Number(size) };
    });
  }

  async function* readBlobs(portion: readonly Sized[]): AsyncGenerator<LedgerPiece> {
    const input = portion.map(({ blob }) => `${blob}\n`).join("");
    const { ok, stdout, stderr } = await ask(["cat-file", "--batch"], { input });
    if (!ok) throw new AssayError("git_failed", { words: maskedWords(stderr), outcome: "" });
    let at = 0;
    for (const { commit, size } of portion) {
      const begin = stdout.indexOf(0x0a, at) + 1;
      if (begin === 0 || begin + size > stdout.length) throw invalid(commit, `its ${FILE} cannot be read`);
      yield { commit, bytes: stdout.subarray(begin, begin + size) };
      at = begin + size + 1;
    }
  }
}

interface Sized {
  readonly commit: string;
  readonly blob: string;
  readonly size: number;
}

function* portionsOf(sized: readonly Sized[]): Generator<readonly Sized[]> {
  let portion: Sized[] = [];
  let bytes = 0;
  for (const one of sized) {
    if (portion.length > 0 && bytes + one.size > HELD) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(one);
    bytes += one.size;
  }
  if (portion.length > 0) yield portion;
}

function invalid(commit: string, problem: string): AssayError {
  return new AssayError("ledger_remote_invalid", { place: commit.slice(0, 12), problem });
}

/** The remote, or a hook of the clone, says no; or nothing was heard of it. */
function refused(remote: string, { stdout, stderr }: GitAnswer): AssayError {
  const rows = stdout.toString().split("\n");
  const marked = rows.filter((row) => row.startsWith("!") && !/\[remote failure\]/.test(row));
  const isSilent = /could not read from remote|unable to access|could not resolve|timed out|in time/i.test(
    stderr,
  );
  if (marked.length === 0 && isSilent && !/\b40[13]\b|denied|not permitted|authenticat/i.test(stderr))
    return unavailable(remote, stderr);
  const words = maskedWords([...marked.map((row) => row.replace(/^!\t/, "")), stderr].join("\n"));
  return new AssayError("ledger_push_refused", { remote, words: words || "git gave no reason" });
}

function unavailable(remote: string, words: string): AssayError {
  return new AssayError("remote_unavailable", {
    remote: maskedWords(remote),
    reason: maskedWords(words) || "git gave no reason",
  });
}
