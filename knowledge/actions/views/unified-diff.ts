import type { FileChange } from "../../ports/project-files.ts";

/** What a change does to its file, in the form that `git apply` takes. */
export async function unifiedDiff({ path, before, after }: FileChange): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
  return createTwoFilesPatch(
    before === null ? "/dev/null" : `a/${path}`,
    after === null ? "/dev/null" : `b/${path}`,
    before ?? "",
    after ?? "",
    undefined,
    undefined,
    { context: 3, headerOptions: FILE_HEADERS_ONLY },
  );
}
