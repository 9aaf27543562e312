import { AssayError } from "../../errors.ts";
import { type GitAnswer, type GitPlace, runGit } from "./run-git.ts";

/**
 * What git is told for work on somebody's change. Off: hooks, fsmonitor, attributes, submodules, housekeeping, and
 * what would change or add to a push. As the person has it: credential helpers, ssh, proxies, `insteadOf`.
 */
const SETTINGS = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.attributesFile=/dev/null",
  "core.quotePath=false",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "push.recurseSubmodules=no",
  "push.followTags=false",
  "push.pushOption=",
  "gc.auto=0",
  "maintenance.auto=false",
  "log.showSignature=false",
  "i18n.commitEncoding=UTF-8",
  "i18n.logOutputEncoding=UTF-8",
  "diff.mnemonicPrefix=false",
  "diff.noprefix=false",
].flatMap((setting) => ["-c", setting]);

/** Milliseconds after which git is ended that asks over a network. */
const NETWORK_MS = 5 * 60_000;

export interface AskOptions {
  readonly input?: string | Buffer;
  readonly most?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly network?: boolean;
}

/** Asks git about a change; that it said no is an answer. */
export type AskGit = (args: readonly string[], options?: AskOptions) => Promise<GitAnswer>;

/**
 * Git in the folder that the work trees of a clone share, where it sees neither the work tree's attributes nor its
 * index. Errors: repository_missing, git_failed (a clone that git does not trust), git_unavailable.
 */
export async function changePlace({ cwd, env }: GitPlace): Promise<AskGit> {
  const found = await runGit({ cwd, env }, ["rev-parse", "--path-format=absolute", "--git-common-dir"]);
  const words = found.stderr.trim();
  if (!found.ok && /not a git repository/.test(words))
    throw new AssayError("repository_missing", { folder: cwd });
  if (!found.ok) throw failed(words);
  const folder = found.stdout.toString().replace(/\r?\n$/, "");
  const { GIT_INDEX_FILE, GIT_WORK_TREE, GIT_PREFIX, GIT_EXTERNAL_DIFF, ...kept } = env;
  const own = {
    ...kept,
    GIT_DIR: folder,
    GIT_COMMON_DIR: folder,
    GIT_LITERAL_PATHSPECS: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    // `ext::` runs any command; the rest of git's list is for one's own folders.
    GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh",
  };
  return (args, { input, most, env: more = {}, network = false } = {}) =>
    runGit(
      {
        cwd: folder,
        env: { ...own, ...more },
        ...(most === undefined ? {} : { most }),
        ...(network ? { patience: NETWORK_MS } : {}),
      },
      [...SETTINGS, ...args],
      input,
    );
}

/** What git answered. Errors: git_failed with its words. */
export async function answered(ask: AskGit, args: readonly string[], options?: AskOptions): Promise<Buffer> {
  const { ok, stdout, stderr } = await ask(args, options);
  if (!ok) throw failed(stderr.trim());
  return stdout;
}

/** A full object id, which means the same for as long as the object is there. */
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** The commits that ids were found to name, by the git that was asked. */
const commitsOf = new WeakMap<AskGit, Map<string, string>>();

/** The full id of a commit, or null where it is not here; an id that was found is not asked for again. */
export async function findCommit(ask: AskGit, name: string): Promise<string | null> {
  const known = commitsOf.get(ask) ?? new Map<string, string>();
  commitsOf.set(ask, known);
  const before = known.get(name);
  if (before !== undefined) return before;
  const answer = await ask(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
  if (!answer.ok) return null;
  const commit = answer.stdout.toString().trim();
  if (OBJECT_ID.test(name)) known.set(name, commit);
  return commit;
}

/** The full id of a commit that is here. Errors: git_failed. */
export async function commitOf(ask: AskGit, name: string): Promise<string> {
  const commit = await findCommit(ask, name);
  if (commit === null) throw failed(`there is no commit ${name} in this clone`);
  return commit;
}

/** Git's words without the credentials that a URL in them carries. */
export function maskedWords(words: string): string {
  return words.trim().replace(/([a-z][a-z0-9+.-]*:\/\/)[^/\s'"]*@/gi, "$1***@");
}

function failed(words: string): AssayError {
  return new AssayError("git_failed", { words: maskedWords(words), outcome: "" });
}
