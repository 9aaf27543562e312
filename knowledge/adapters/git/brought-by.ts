import { AssayError } from "../../errors.ts";
import type { Brought } from "../../ports/repository.ts";
import { type GitPlace, runGit } from "./run-git.ts";

/** Whom GitHub names as the committer of what a person merges on its pages. */
const FORGE = "noreply@github.com";

/**
 * The commit of the first-parent line of `commit` that last added the file at `path`. Settings of the person that
 * change what a log prints are overruled. Null where there is none, or where a shallow clone ends at it, so that it
 * may only seem to add the file.
 */
export async function broughtBy(place: GitPlace, commit: string, path: string): Promise<Brought | null> {
  const log = await asked(place, [
    ...["-c", "log.follow=false", "-c", "log.showSignature=false", "--literal-pathspecs"],
    ...[
      "log",
      "-1",
      "--first-parent",
      "-m",
      "--diff-filter=A",
      "--no-renames",
      "--no-patch",
      "--encoding=UTF-8",
    ],
    "--format=%cn%n%ce%n%an%n%ae%n%cI%n%P",
    ...[commit, "--", path],
  ]);
  const [name = "", email = "", author = "", authorEmail = "", at = "", parents = ""] = log.split(/\r?\n/);
  if (at === "") return null;
  if (parents === "" && (await asked(place, ["rev-parse", "--is-shallow-repository"])).trim() === "true")
    return null;
  const by = email === FORGE ? `${author} <${authorEmail}>` : `${name} <${email}>`;
  return { by, at: new Date(at).toISOString() };
}

async function asked(place: GitPlace, args: readonly string[]): Promise<string> {
  const { ok, stdout, stderr } = await runGit(place, args);
  if (!ok) throw new AssayError("git_failed", { words: stderr.trim() });
  return stdout.toString();
}
