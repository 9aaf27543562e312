import { dirname } from "node:path/posix";

/** Files in memory in the form in which isomorphic-git asks for a file system. */
export interface MemoryFiles {
  readonly promises: Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;
}

interface Status {
  readonly type: "file" | "dir";
  readonly size: number;
}

/** An empty file system; it is gone when nobody holds it. */
export function memoryFiles(): MemoryFiles {
  const files = new Map<string, Uint8Array>();
  const folders = new Set<string>(["/"]);
  const need = (path: string): Uint8Array => {
    const bytes = files.get(path);
    if (bytes === undefined) throw fault(folders.has(path) ? "EISDIR" : "ENOENT", path);
    return bytes;
  };
  const stat = async (path: string) => {
    const bytes = files.get(path);
    if (bytes === undefined && !folders.has(path)) throw fault("ENOENT", path);
    return statusOf({ type: bytes === undefined ? "dir" : "file", size: bytes?.length ?? 0 });
  };
  const promises = {
    async readFile(path: string, options?: string | { readonly encoding?: string }) {
      const bytes = need(path);
      const encoding = typeof options === "string" ? options : options?.encoding;
      return encoding === undefined ? bytes : Buffer.from(bytes).toString("utf8");
    },
    async writeFile(path: string, data: string | Uint8Array) {
      if (!folders.has(dirname(path))) throw fault("ENOENT", path);
      files.set(path, typeof data === "string" ? Buffer.from(data, "utf8") : data);
    },
    async unlink(path: string) {
      need(path);
      files.delete(path);
    },
    async readdir(path: string) {
      if (!folders.has(path)) throw fault(files.has(path) ? "ENOTDIR" : "ENOENT", path);
      return [...files.keys(), ...folders]
        .filter((one) => one !== "/" && dirname(one) === path)
        .map((one) => one.slice(path === "/" ? 1 : path.length + 1));
    },
    async mkdir(path: string) {
      if (folders.has(path) || files.has(path)) throw fault("EEXIST", path);
      if (!folders.has(dirname(path))) throw fault("ENOENT", path);
      folders.add(path);
    },
    async rmdir(path: string) {
      if (!folders.delete(path)) throw fault("ENOENT", path);
    },
    stat,
    lstat: stat,
    async readlink(path: string) {
      throw fault("EINVAL", path);
    },
    async symlink(_: string, path: string) {
      throw fault("EPERM", path);
    },
  };
  return { promises };
}

function statusOf({ type, size }: Status) {
  return {
    type,
    size,
    mode: type === "dir" ? 0o040755 : 0o100644,
    mtimeMs: 0,
    ctimeMs: 0,
    dev: 0,
    ino: 0,
    uid: 0,
    gid: 0,
    isFile: () => type === "file",
    isDirectory: () => type === "dir",
    isSymbolicLink: () => false,
  };
}

function fault(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
