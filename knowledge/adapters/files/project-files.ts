import { lstat, mkdtemp, readdir, readFile, realpath, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AssayError } from "../../errors.ts";
import type { FileChange, ProjectFiles } from "../../ports/project-files.ts";
import { translated } from "./disk-error.ts";
import { makeFolder, putFile, syncFolder } from "./durable-file.ts";

/** The text files of a work tree. Links are never followed. */
export function projectFiles(top: string): ProjectFiles {
  return {
    list: (folder) =>
      translated(unavailable(folder || "."), async () => {
        const path = await inside(top, folder);
        const entries = await readdir(path, { withFileTypes: true }).catch(orAbsent([]));
        return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
      }),
    read: (path) =>
      translated(
        unavailable(path),
        async () => (await bytesOf(await inside(top, path), path))?.toString("utf8") ?? null,
      ),
    async write(changes) {
      const changed: string[] = [];
      for (const { path, before } of changes) {
        const found = await translated(unavailable(path), async () => bytesOf(await inside(top, path), path));
        if (!isSame(found, before)) changed.push(path);
      }
      if (changed.length > 0) return changed;
      for (const change of changes) await translated(unavailable(change.path), () => carryOut(top, change));
      return [];
    },
  };
}

async function carryOut(top: string, { path, after }: FileChange): Promise<void> {
  const file = await inside(top, path);
  const folder = dirname(file);
  if (after === null) {
    await rm(file);
    await syncFolder(folder);
    await removeEmpty(folder, top);
    return;
  }
  await makeFolder(folder);
  const mode = await stat(file).then((facts) => facts.mode & 0o777, orAbsent(undefined));
  const aside = await mkdtemp(join(folder, ".assay-init-"));
  try {
    await putFile(file, Buffer.from(after), aside, mode);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** The folders from `folder` up to the top that hold nothing. */
async function removeEmpty(folder: string, top: string): Promise<void> {
  for (let empty = folder; empty !== top && empty.startsWith(top); empty = dirname(empty)) {
    try {
      await rmdir(empty);
    } catch (error) {
      if (["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) return;
      throw error;
    }
  }
}

async function bytesOf(file: string, path: string): Promise<Buffer | null> {
  const facts = await lstat(file).catch(orAbsent(null));
  if (facts === null) return null;
  if (!facts.isFile()) throw refused(path, "it is a link or a folder, not a file");
  return readFile(file);
}

/** Bytes that are not UTF-8 equal no text, so that nobody writes over what they could not read. */
function isSame(found: Buffer | null, text: string | null): boolean {
  return found === null || text === null ? found === text : found.equals(Buffer.from(text));
}

/** The place of a path, none of whose folders may be a link. */
async function inside(top: string, path: string): Promise<string> {
  const parts = path === "" ? [] : path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".."))
    throw refused(path, "it does not stay in the work tree");
  let folder = await realpath(top);
  for (const part of parts.slice(0, -1)) {
    folder = join(folder, part);
    const facts = await lstat(folder).catch(orAbsent(null));
    if (facts?.isSymbolicLink()) throw refused(path, "a folder on its way is a link");
  }
  return join(folder, ...parts.slice(-1));
}

function orAbsent<T>(absent: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return absent;
    throw error;
  };
}

function refused(path: string, reason: string): AssayError {
  return new AssayError("project_file_refused", { path, reason });
}

function unavailable(path: string) {
  return (reason: string, cause: unknown) =>
    new AssayError("project_files_unavailable", { path, reason }, cause);
}
