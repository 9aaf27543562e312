import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lateHistory } from "../../../../knowledge/adapters/files/late-history.ts";
import { memoryHistory } from "../../../../knowledge/adapters/memory/history.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "assay-late-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function late(path: string | null) {
  const memory = memoryHistory();
  let opened = 0;
  const history = lateHistory({
    cwd: "/somewhere",
    find: async () => path,
    open: async () => {
      opened++;
      return memory;
    },
  });
  return { history, memory, opened: () => opened };
}

test("asking opens nothing where there is no file", async () => {
  const { history, opened } = late(join(folder, "history.db"));
  expect(await history.of(["a"], 5)).toEqual(new Map());
  await history.close();
  expect(opened()).toBe(0);
});

test("writing opens it, once", async () => {
  const { history, memory, opened } = late(join(folder, "history.db"));
  for (const run of ["1", "2"]) {
    const writer = await history.write();
    writer.add({ test: "a", outcome: "passed", flaky: false, durationMs: null, fingerprint: null });
    await writer.commit({ run, job: null, commit: null, branch: null, at: 1 });
  }
  expect(opened()).toBe(1);
  expect((await memory.of(["a"], 5)).get("a")).toHaveLength(2);
});

test("asking opens a file that is there", async () => {
  writeFileSync(join(folder, "history.db"), "");
  const { history, opened } = late(join(folder, "history.db"));
  await history.of(["a"], 5);
  expect(opened()).toBe(1);
});

test("outside of a repository nothing is known, and writing says why it cannot", async () => {
  const { history } = late(null);
  expect(await history.of(["a"], 5)).toEqual(new Map());
  await expect(history.write()).rejects.toMatchObject({
    code: "repository_missing",
    data: { folder: "/somewhere" },
  });
});
