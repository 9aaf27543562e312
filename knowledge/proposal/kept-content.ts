import * as z from "zod/mini";
import { AssayError } from "../errors.ts";
import type { Artifacts } from "../ports/artifacts.ts";
import { RequestContent } from "./request-content.ts";
import type { RequestState } from "./request-state.ts";

/** Keeps what is wanted as an artifact and gives its digest. Errors: those of the artifacts. */
export async function keepContent(artifacts: Artifacts, content: RequestContent): Promise<string> {
  return artifacts.put(Buffer.from(JSON.stringify(content)));
}

/** What the sources of a request want, in their order. Errors: request_content_missing, those of the artifacts. */
export async function readContents(
  artifacts: Artifacts,
  { wanted }: Pick<RequestState, "wanted">,
): Promise<readonly RequestContent[]> {
  const contents: RequestContent[] = [];
  for (const { source, content } of wanted) {
    const parsed = z.safeParse(RequestContent, await readJson(artifacts, content));
    if (!parsed.success) throw new AssayError("request_content_missing", { source, digest: content });
    contents.push(parsed.data);
  }
  return contents;
}

/** Keeps the paths that a commit leaves on the branch beside its base, and gives their digest. */
export async function keepPaths(artifacts: Artifacts, paths: readonly string[]): Promise<string> {
  return artifacts.put(Buffer.from(JSON.stringify(paths)));
}

/** The paths; errors: request_content_missing, those of the artifacts. */
export async function readPaths(artifacts: Artifacts, digest: string): Promise<readonly string[]> {
  const paths = z.safeParse(z.array(z.string()), await readJson(artifacts, digest));
  if (!paths.success) throw new AssayError("request_content_missing", { source: "the last commit", digest });
  return paths.data;
}

async function readJson(artifacts: Artifacts, digest: string): Promise<unknown> {
  const bytes = await artifacts.get(digest);
  if (bytes === null) return null;
  return JSON.parse(Buffer.from(bytes).toString("utf8"));
}
