import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { fileRunFiles } from "../../../../knowledge/adapters/files/run-files.ts";
import { matchGlob } from "../../../../knowledge/text/match-glob.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

function workTree() {
  const top = temporaryFolder();
  const files = fileRunFiles({ top, state: join(top, ".assay/local"), matches: matchGlob });
  const put = (path: string, ageSeconds = 0) => {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), "x");
    const time = Date.now() / 1_000 - ageSeconds;
    utimesSync(join(top, path), time, time);
  };
  const reports = async (patterns: readonly string[], since = 0) =>
    (await files.reports(patterns, since)).map((path) => relative(top, path).replaceAll("\\", "/"));
  return { top, files, put, reports };
}

describe("the folder of a run", () => {
  test("each run has its own, kept out of git, and gone when it is closed", async () => {
    const { top, files } = workTree();
    const [one, two] = [await files.open(), await files.open()];
    expect(one).not.toBe(two);
    expect(readFileSync(join(top, ".assay/local/.gitignore"), "utf8")).toBe("*\n");
    writeFileSync(join(one, "b.ndjson"), "");
    mkdirSync(join(one, "sub"));
    writeFileSync(join(one, "sub/a.json"), "");
    writeFileSync(join(one, "half.steps"), "");
    expect(await files.recorded(one)).toEqual([join(one, "b.ndjson"), join(one, "sub/a.json")]);
    expect(await files.recorded(two)).toEqual([]);
    await files.close(one);
    await expect(files.recorded(one)).rejects.toMatchObject({ code: "run_files_unavailable" });
    expect(await files.recorded(two)).toEqual([]);
  });

  test("nothing but a run's folder is removed", async () => {
    const { top, files, put } = workTree();
    put("keep/file");
    await files.close(join(top, "keep"));
    expect(readFileSync(join(top, "keep/file"), "utf8")).toBe("x");
  });

  test("what killed runs left waits to be read, oldest first, and only what is empty is swept", async () => {
    const { top, files, put } = workTree();
    const runs = ".assay/local/runs";
    const gone = spawnSync(process.execPath, ["--version"]).pid;
    put(`${runs}/left.ndjson`, 1e6);
    put(`${runs}/run-old/x.ndjson`, 1e6);
    utimesSync(join(top, runs, "run-old"), 1, 1);
    put(`${runs}/run-${gone}-abcdef/sub/y.ndjson`);
    put(`${runs}/run-${gone}-empty/half.steps`);
    put(`${runs}/run-${process.pid}-alive/z.ndjson`);
    put(`${runs}/run-fresh/z.ndjson`);
    const open = await files.open();
    writeFileSync(join(open, "own.ndjson"), "");
    const at = (path: string) => join(top, runs, path);
    expect(await files.left()).toEqual([
      { by: "recorders", files: [at("left.ndjson")] },
      { by: "killed-run", files: [at("run-old/x.ndjson")] },
      { by: "killed-run", files: [at(`run-${gone}-abcdef/sub/y.ndjson`)] },
    ]);
    expect(existsSync(at(`run-${gone}-empty`))).toBe(false);
    await files.remove([
      at("left.ndjson"),
      at(`run-${gone}-abcdef/sub/y.ndjson`),
      join(top, runs, "../../x"),
    ]);
    expect(existsSync(at(`run-${gone}-abcdef`))).toBe(false);
    expect(await files.left()).toEqual([{ by: "killed-run", files: [at("run-old/x.ndjson")] }]);
    expect(existsSync(at(`run-${process.pid}-alive/z.ndjson`))).toBe(true);
  });

  test("only run files are removed, and never one outside of the folder", async () => {
    const { top, files, put } = workTree();
    put("keep/a.ndjson");
    await files.remove([join(top, "keep/a.ndjson")]);
    expect(existsSync(join(top, "keep/a.ndjson"))).toBe(true);
  });
});

describe("reports that patterns name", () => {
  test("globs, folders and plain names, each file once, sorted", async () => {
    const { put, reports } = workTree();
    for (const path of ["a.xml", "out/b.xml", "out/deep/c.xml", "out/d.json", "other/e.xml"]) put(path);
    expect(await reports(["out/**/*.xml", "a.xml", "out/*.{json,xml}"])).toEqual([
      "a.xml",
      "out/b.xml",
      "out/d.json",
      "out/deep/c.xml",
    ]);
    expect(await reports(["out/"])).toEqual(["out/b.xml", "out/d.json", "out/deep/c.xml"]);
    expect(await reports(["none/**", "../**"])).toEqual([]);
  });

  test("packages and git's own files are passed over unless they are named", async () => {
    const { put, reports } = workTree();
    for (const path of ["node_modules/x/a.xml", ".git/a.xml", "build/node_modules/b.xml", "c.xml"]) put(path);
    expect(await reports(["**/*.xml"])).toEqual(["c.xml"]);
    expect(await reports(["node_modules/**/*.xml"])).toEqual(["node_modules/x/a.xml"]);
  });

  test("only what changed since the run began, also what was moved into place", async () => {
    const { top, put, reports } = workTree();
    put("out/stale.xml");
    put("elsewhere/moved.tmp");
    await new Promise((resolve) => setTimeout(resolve, 50));
    const started = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 20));
    writeFileSync(join(top, "out/fresh.xml"), "x");
    utimesSync(join(top, "elsewhere/moved.tmp"), 1, 1);
    renameSync(join(top, "elsewhere/moved.tmp"), join(top, "out/moved.xml"));
    expect(await reports(["out/*.xml"], started)).toEqual(["out/fresh.xml", "out/moved.xml"]);
  });
});
