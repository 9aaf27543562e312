import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Records } from "../../knowledge/ports/records.ts";
import { anchorFolders } from "../../knowledge/record/record-path.ts";
import { sampleId, samplePath, sampleRecord } from "../support/sample-record.ts";

/** One store of an adapter under test. Every `connect` sees the same store, as another process would. */
export interface RecordsStore {
  connect(): Records;
}

export interface RecordsAdapter {
  readonly name: string;
  /** An empty store; what it needs is cleared away when the running test ends. */
  store(): Promise<RecordsStore>;
}

const path = (n: number) => samplePath(sampleRecord({ id: sampleId("fact", n) }));
const digest = (text: string) => createHash("sha256").update(text).digest("hex");

/** What every adapter of the records keeps. */
export function recordsContract(adapter: RecordsAdapter): void {
  describe(`records in ${adapter.name}`, () => {
    const fresh = async () => (await adapter.store()).connect();

    test("a root that nobody has written to reads as empty", async () => {
      const records = await fresh();
      expect(await records.list()).toEqual([]);
      expect(await records.read(path(1))).toBeNull();
      expect(await records.repair()).toEqual([]);
      expect(await records.write([])).toEqual({ kind: "written", digests: [] });
    });

    test("what was written reads back byte for byte, with its digest, and is listed in order", async () => {
      const records = await fresh();
      const text = "\ufeff---\r\nnot: 'for this port to know'\r\n---\r\n\u{1F600} é\r\n\r\n";
      for (const n of [3, 1, 2]) {
        expect(await records.write([{ path: path(n), text, expected: null }])).toEqual({
          kind: "written",
          digests: [digest(text)],
        });
      }
      expect(await records.read(path(1))).toEqual({ path: path(1), text, digest: digest(text) });
      expect(await records.list()).toEqual([path(1), path(2), path(3)].sort());
    });

    test("records are found by the folder of their anchor, in any scope, and no others", async () => {
      const records = await fresh();
      const about = sampleRecord({ id: sampleId("fact", 1) });
      const other = sampleRecord({ id: sampleId("fact", 2), anchors: ["test:of something else"] });
      const places = [samplePath(about), samplePath(other)];
      const elsewhere = places[0]!.replace(/^[^/]+/, "another-scope");
      for (const place of [...places, elsewhere])
        await records.write([{ path: place, text: "a", expected: null }]);
      const [flat = ""] = anchorFolders(about.anchors[0] ?? "");
      const { paths, folders } = await records.under([flat, "nothing-0000"]);
      expect(paths).toEqual([elsewhere, places[0]].sort());
      expect(folders.get("another-scope")).toEqual(new Set([flat]));
      expect([...folders.values()].every((names) => names.has(flat))).toBe(true);
      expect(await records.under(["nothing-0000"])).toMatchObject({ paths: [] });
    });

    test("a new record that was decided beside others is a conflict once there is one more", async () => {
      const records = await fresh();
      const add = (n: number, beside: readonly string[]) =>
        records.write([{ path: path(n), text: "a", expected: null, beside }]);
      expect(await add(1, [])).toMatchObject({ kind: "written" });
      expect(await add(2, [])).toEqual({ kind: "conflict", paths: [path(1)] });
      expect(await records.list()).toEqual([path(1)]);
      expect(await add(2, [path(1), path(9)])).toMatchObject({ kind: "written" });
      expect(await records.list()).toEqual([path(1), path(2)]);
    });

    test("a write that was decided on another version writes nothing and names what changed", async () => {
      const store = await adapter.store();
      const [one, two] = [store.connect(), store.connect()];
      await one.write([{ path: path(1), text: "a", expected: null }]);
      const write = (expected: string | null) =>
        two.write([
          { path: path(2), text: "new", expected: null },
          { path: path(1), text: "b", expected },
        ]);
      for (const expected of [null, digest("x")]) {
        expect(await write(expected)).toEqual({ kind: "conflict", paths: [path(1)] });
        expect((await one.read(path(1)))?.text).toBe("a");
        expect(await one.list()).toEqual([path(1)]);
      }
      expect(await write(digest("a"))).toEqual({ kind: "written", digests: [digest("new"), digest("b")] });
      expect((await one.read(path(1)))?.text).toBe("b");
      expect(await write(digest("b"))).toEqual({ kind: "conflict", paths: [path(2)] });
      expect(await two.write([{ path: path(3), text: "c", expected: digest("c") }])).toMatchObject({
        paths: [path(3)],
      });
    });

    test("of writes that race on one version one is done and the others are conflicts", async () => {
      const store = await adapter.store();
      const outcomes = await Promise.all(
        ["a", "b", "c"].map((text) => store.connect().write([{ path: path(1), text, expected: null }])),
      );
      expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["conflict", "conflict", "written"]);
    });

    test("a path that is no record's is refused, and nothing beside it is written", async () => {
      const records = await fresh();
      const id = sampleId("fact", 1);
      for (const bad of [
        `../../${id}.md`,
        `/etc/${id}.md`,
        "s/x-0000/README.md",
        `s/../x-0000/${id}.md`,
        "",
      ]) {
        const writes = [path(1), bad].map((place) => ({ path: place, text: "a", expected: null }));
        await expect(records.write(writes)).rejects.toMatchObject({ code: "record_path_refused" });
        await expect(records.read(bad)).rejects.toMatchObject({ code: "record_path_refused" });
      }
      const twice = [1, 1].map((n) => ({ path: path(n), text: "a", expected: null }));
      await expect(records.write(twice)).rejects.toMatchObject({ code: "record_path_refused" });
      expect(await records.list()).toEqual([]);
    });
  });
}
