import { AssayError } from "../../errors.ts";
import type { Deps } from "../../ports/deps.ts";

/** Bytes of a file that a person hands over. */
const MOST = 128 * 1024 ** 2;

/** A file whole, as it stands. Errors: source_unreadable where it is larger than 128 MB, those of the sources. */
export async function readWhole({ sources }: Pick<Deps, "sources">, file: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of sources.raw(file)) {
    size += chunk.length;
    if (size > MOST)
      throw new AssayError("source_unreadable", { file, reason: `is larger than ${MOST} bytes` });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The same as text. Errors: those of {@link readWhole}. */
export async function readWholeText(sources: Deps["sources"], file: string): Promise<string> {
  return new TextDecoder().decode(await readWhole({ sources }, file));
}
