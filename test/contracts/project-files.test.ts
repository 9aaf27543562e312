import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectFiles } from "../../knowledge/adapters/files/project-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const fresh = () => {
  const top = temporaryFolder();
  return { top, files: projectFiles(top) };
};
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error) => error.code,
  );

describe("project files on a disk", () => {
  test("what was written reads back byte for byte, in folders that are made for it", async () => {
    const { top, files } = fresh();
    const text = "\ufeffé\r\n\u{1F600}";
    expect(await files.read("a/b.txt")).toBeNull();
    expect(await files.list("a")).toEqual([]);
    expect(await files.write([{ path: "a/b.txt", before: null, after: text }])).toEqual([]);
    expect(await files.read("a/b.txt")).toBe(text);
    expect(await files.list("a")).toEqual(["b.txt"]);
    expect(readdirSync(top)).toEqual(["a"]);
  });

  test("a removal takes the folders along that it leaves empty, and no others", async () => {
    const { top, files } = fresh();
    await files.write([
      { path: "a/b/c.txt", before: null, after: "1" },
      { path: "a/d.txt", before: null, after: "2" },
    ]);
    await files.write([{ path: "a/b/c.txt", before: "1", after: null }]);
    expect(readdirSync(join(top, "a"))).toEqual(["d.txt"]);
    await files.write([{ path: "a/d.txt", before: "2", after: null }]);
    expect(readdirSync(top)).toEqual([]);
    expect(existsSync(top)).toBe(true);
  });

  test("a file keeps its mode", async () => {
    const { top, files } = fresh();
    writeFileSync(join(top, "run.sh"), "a");
    chmodSync(join(top, "run.sh"), 0o754);
    await files.write([{ path: "run.sh", before: "a", after: "b" }]);
    expect(statSync(join(top, "run.sh")).mode & 0o777).toBe(0o754);
  });

  test("where one file is not what its writer saw, none is written", async () => {
    const { top, files } = fresh();
    writeFileSync(join(top, "a"), "one");
    writeFileSync(join(top, "latin"), Buffer.from([0xe9]));
    const seen = (await files.read("latin")) as string;
    expect(
      await files.write([
        { path: "new", before: null, after: "x" },
        { path: "a", before: "two", after: "x" },
        { path: "latin", before: seen, after: `${seen}x` },
      ]),
    ).toEqual(["a", "latin"]);
    expect([existsSync(join(top, "new")), readFileSync(join(top, "a"), "utf8")]).toEqual([false, "one"]);
    expect(await files.write([{ path: "a", before: null, after: "x" }])).toEqual(["a"]);
  });

  test("nothing is read or written outside of the work tree, or through a link", async () => {
    const { top, files } = fresh();
    const outside = temporaryFolder();
    symlinkSync(outside, join(top, "folder"));
    writeFileSync(join(outside, "target"), "secret");
    symlinkSync(join(outside, "target"), join(top, "link"));
    mkdirSync(join(top, "file.d"));
    for (const path of ["../x", "a/../../x", "/x", "folder/x", "folder/target", "link", "file.d"]) {
      expect(await code(files.read(path)), path).toBe("project_file_refused");
      expect(await code(files.write([{ path, before: null, after: "x" }])), path).toBe(
        "project_file_refused",
      );
    }
    expect(await files.list("")).toEqual([]);
    expect(await code(files.list("folder/sub"))).toBe("project_file_refused");
    expect(readdirSync(outside)).toEqual(["target"]);
  });

  test("a folder that is none reads as empty, and cannot be written into", async () => {
    const { top, files } = fresh();
    writeFileSync(join(top, "a"), "");
    expect(await files.list("a")).toEqual([]);
    expect(await files.read("a/b")).toBeNull();
    expect(await code(files.write([{ path: "a/b", before: null, after: "x" }]))).toBe(
      "project_files_unavailable",
    );
  });
});
