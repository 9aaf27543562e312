import { AssayError } from "../errors.ts";
import { EVALS_FOLDER } from "../learn/evals/eval-file.ts";
import type { EvalCase } from "../learn/evals/replay.ts";
import type { ProjectFiles } from "../ports/project-files.ts";

/** The files of a work tree, as far as an eval corpus is read from them. */
export type EvalFiles = Pick<ProjectFiles, "list" | "read">;

/** The files of the eval corpus, sorted; none where the project has none. Errors: those of the files. */
export async function evalPaths(files: Pick<EvalFiles, "list">): Promise<readonly string[]> {
  const names = await files.list(EVALS_FOLDER);
  return names
    .filter((name) => /\.ya?ml$/i.test(name))
    .toSorted()
    .map((name) => `${EVALS_FOLDER}/${name}`);
}

/**
 * All cases of the eval corpus; null where there is no corpus. Errors: evals_invalid, at the first thing that is wrong with
 * a file, and those of the files.
 */
export async function readEvals(files: EvalFiles): Promise<readonly EvalCase[] | null> {
  const paths = await evalPaths(files);
  if (paths.length === 0) return null;
  // The YAML package is only read where there is something to be read by it.
  const { parseEvals } = await import("../learn/evals/parse-evals.ts");
  const cases: EvalCase[] = [];
  for (const path of paths) {
    const parsed = parseEvals((await files.read(path)) ?? "", path);
    if (parsed.kind === "evals") {
      cases.push(...parsed.cases);
      continue;
    }
    const [first] = parsed.problems;
    const more = parsed.problems.length - 1;
    const key = first?.key == null ? "" : `${first.key} `;
    throw new AssayError("evals_invalid", {
      file: path,
      line: first?.line ?? 1,
      problem: `${key}${first?.message ?? "cannot be read"}${more > 0 ? ` (and ${more} more)` : ""}`,
      fix: first?.fix ?? "correct it",
    });
  }
  return cases;
}
