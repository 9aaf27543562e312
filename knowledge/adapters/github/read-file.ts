import { AssayError } from "../../errors.ts";
import type { Place } from "./github-clients.ts";

/** The text of a file at a commit, or null where there is none; bytes that are not UTF-8 are U+FFFD. */
export async function readFile(place: Place, path: string, commit: string): Promise<string | null> {
  // Such a part of a way is resolved before it is sent, and would ask something else.
  if (path.split("/").some((part) => part === "" || part === "." || part === "..")) return null;
  const { client, owner, repo } = place;
  try {
    const { data, headers } = await client.request("GET /repos/{owner}/{repo}/contents/{path}", {
      owner,
      repo,
      path,
      ref: commit,
      mediaType: { format: "raw" },
      request: { parseSuccessResponseBody: false },
    });
    const body = data as unknown as ReadableStream<Uint8Array> | null;
    // A folder or a submodule is described; the raw type names a file's bytes.
    if (/^application\/json\b/.test(String(headers["content-type"]))) {
      await body?.cancel();
      return null;
    }
    return body === null ? "" : await textOf(body);
  } catch (error) {
    if (!(error instanceof AssayError)) throw brokenOff(place, error);
    if (error.code !== "forge_missing") throw error;
    // A missing repository or commit answers as a missing file does.
    await client.request("GET /repos/{owner}/{repo}/commits/{ref}", {
      owner,
      repo,
      ref: commit,
      per_page: 1,
    });
    return null;
  }
}

async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let text = "";
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

function brokenOff({ host }: Place, error: unknown): unknown {
  return new AssayError(
    "forge_unavailable",
    {
      host,
      asked: "a file",
      reason: "the answer broke off",
      way: "check the network, then run the command again",
    },
    error,
  );
}
