import { AssayError } from "../../errors.ts";
import type { ZipFile, Zips } from "../../ports/zips.ts";
import { refusal, type ZipLimits } from "./zip-plan.ts";

/** What evidence may be at most: it is held whole while it is masked. */
const EVIDENCE_LIMITS: ZipLimits = {
  entries: 20_000,
  entryBytes: 64 * 1024 ** 2,
  totalBytes: 512 * 1024 ** 2,
  ratio: 400,
  ratioFrom: 4 * 1024 ** 2,
};

/** Zip archives in memory, by yauzl and yazl, which are loaded with the first. */
export function fileZips(limits: ZipLimits = EVIDENCE_LIMITS): Zips {
  return { read: (name, zip) => entriesOf(name, zip, limits), write: packed };
}

async function* entriesOf(name: string, zip: Uint8Array, limits: ZipLimits): AsyncGenerator<ZipFile> {
  const refused = (reason: string) => new AssayError("archive_refused", { file: name, reason });
  const { default: yauzl } = await import("yauzl");
  const buffer = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength);
  const entries = [];
  try {
    const archive = await yauzl.fromBufferPromise(buffer, { lazyEntries: true, strictFileNames: true });
    if (archive.entryCount > limits.entries) throw refused(`it holds ${archive.entryCount} entries`);
    for await (const entry of archive.eachEntry()) entries.push(entry);
    const why = refusal(entries, limits);
    if (why !== null) throw refused(why);
    for (const entry of entries) {
      if (entry.fileName.endsWith("/")) continue;
      // The size that it states is never exceeded: yauzl checks it.
      const parts: Buffer[] = [];
      for await (const part of await archive.openReadStreamPromise(entry)) parts.push(part as Buffer);
      yield { name: entry.fileName, bytes: Buffer.concat(parts) };
    }
  } catch (error) {
    throw error instanceof AssayError
      ? error
      : refused(error instanceof Error ? error.message : String(error));
  }
}

/** The same files give the same bytes. */
async function packed(files: AsyncIterable<ZipFile>): Promise<Uint8Array> {
  const { default: yazl } = await import("yazl");
  const archive = new yazl.ZipFile();
  const parts: Buffer[] = [];
  const whole = (async () => {
    for await (const part of archive.outputStream) parts.push(part as Buffer);
  })();
  for await (const { name, bytes } of files)
    archive.addBuffer(Buffer.from(bytes), name, { mtime: new Date(0), forceDosTimestamp: true });
  archive.end();
  await whole;
  return Buffer.concat(parts);
}
