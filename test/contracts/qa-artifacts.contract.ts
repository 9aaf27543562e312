import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { QaArtifacts } from "../../knowledge/ports/qa-artifacts.ts";

export interface QaArtifactsAdapter {
  readonly name: string;
  /** An empty store; every `connect` sees the same one, as another process would. */
  store(): { connect(): QaArtifacts };
}

const bytes = (text: string) => new TextEncoder().encode(text);
const digest = (text: string) => createHash("sha256").update(text).digest("hex");
const key = (name: string, run = "run-7k3f9x2m0a") => `qa-artifacts/shop/SHOP-12/${run}/${name}`;
const textOf = (read: Uint8Array | null) => (read === null ? null : Buffer.from(read).toString());

/** What every adapter of the QA artifacts keeps. */
export function qaArtifactsContract(adapter: QaArtifactsAdapter): void {
  describe(`QA artifacts in ${adapter.name}`, () => {
    test("Q-036 what was stored reads back by its typed handle, for others too, whatever it is", async () => {
      const store = adapter.store();
      const binary = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
      const log = await store.connect().put(key("run.log"), bytes("a log"), "text/plain");
      const shot = await store.connect().put(key("cart.png"), binary, "image/png");
      const empty = await store.connect().put(key("empty.txt"), bytes(""), "text/plain");
      expect(log).toMatchObject({ digest: digest("a log"), bytes: 5 });
      expect(log.handle).toMatchObject({ content_type: "text/plain" });
      expect(JSON.parse(JSON.stringify(shot.handle))).toEqual(shot.handle);
      const other = store.connect();
      expect(textOf(await other.read(log.handle, log.digest))).toBe("a log");
      expect(Buffer.from((await other.read(shot.handle)) ?? []).equals(binary)).toBe(true);
      expect(await other.read(empty.handle, empty.digest)).toHaveLength(0);
      expect(await other.has(shot.handle)).toBe(true);
    });

    test("what is kept is never overwritten: the same bytes again are what is there, others are refused", async () => {
      const artifacts = adapter.store().connect();
      const first = await artifacts.put(key("run.log"), bytes("first"), "text/plain");
      expect(await artifacts.put(key("run.log"), bytes("first"), "text/plain")).toEqual(first);
      await expect(artifacts.put(key("run.log"), bytes("second"), "text/plain")).rejects.toMatchObject({
        code: "artifact_taken",
      });
      expect(textOf(await artifacts.read(first.handle))).toBe("first");
    });

    test("a key that leaves its place, or is of another form, is none", async () => {
      const artifacts = adapter.store().connect();
      for (const unsafe of [
        "qa-artifacts/../../etc/passwd",
        "qa-artifacts/shop/../run/x.log",
        "qa-artifacts/shop/SHOP-12/run/.hidden",
        "qa-artifacts/shop/SHOP-12/run/a b.log",
        "qa-artifacts/shop/SHOP-12/run//x.log",
        "qa-artifacts/shop/SHOP-12/x.log",
        "/qa-artifacts/shop/SHOP-12/run/x.log",
        "sha256/shop/SHOP-12/run/x.log",
        key("x".repeat(300)),
      ]) {
        const told = { code: "artifact_key_unsafe" };
        await expect(artifacts.put(unsafe, bytes("x"), "text/plain"), unsafe).rejects.toMatchObject(told);
        await expect(artifacts.presign(unsafe, "text/plain", 60), unsafe).rejects.toMatchObject(told);
      }
    });

    test("what nobody stored is none, also where a handle points elsewhere", async () => {
      const artifacts = adapter.store().connect();
      const { handle } = await artifacts.put(key("run.log"), bytes("a log"), "text/plain");
      const elsewhere =
        handle.backend === "local"
          ? [
              { ...handle, path: key("other.log") },
              { ...handle, path: "../../etc/passwd" },
              { ...handle, path: "/etc/passwd" },
              { backend: "s3", bucket: "evidence", key: key("run.log") } as const,
            ]
          : [
              { ...handle, key: key("other.log") },
              { ...handle, bucket: "of-somebody-else" },
              { backend: "local", path: key("run.log") } as const,
            ];
      for (const place of elsewhere) {
        expect(await artifacts.read(place), JSON.stringify(place)).toBeNull();
        expect(await artifacts.has(place), JSON.stringify(place)).toBe(false);
      }
    });

    test("bytes that are not those of the digest are an error to whoever asks for it", async () => {
      const artifacts = adapter.store().connect();
      const { handle } = await artifacts.put(key("run.log"), bytes("a log"), "text/plain");
      await expect(artifacts.read(handle, digest("another"))).rejects.toMatchObject({
        code: "artifact_corrupt",
      });
    });

    test("stored by many at once, one of them is kept", async () => {
      const store = adapter.store();
      const same = Array.from({ length: 10 }, () =>
        store.connect().put(key("same.log"), bytes("same"), "text/plain"),
      );
      expect(new Set((await Promise.all(same)).map((stored) => stored.digest)).size).toBe(1);
    });

    test("changing what was given or read does not change what is stored", async () => {
      const artifacts = adapter.store().connect();
      const given = bytes("stays");
      const { handle } = await artifacts.put(key("run.log"), given, "text/plain");
      given.fill(0);
      (await artifacts.read(handle))?.fill(0);
      expect(textOf(await artifacts.read(handle))).toBe("stays");
    });

    test("what is older goes, but for what is kept; the rest stays", async () => {
      const artifacts = adapter.store().connect();
      const put = (run: string) => artifacts.put(key("run.log", run), bytes(run), "text/plain");
      const [gone, kept] = [await put("run-gone"), await put("run-kept")];
      const hour = 3_600_000;
      expect(await artifacts.prune(Date.now() - hour, () => false)).toBe(0);
      const asked: string[] = [];
      const isKept = (name: string) => {
        asked.push(name);
        return name === key("run.log", "run-kept");
      };
      expect(await artifacts.prune(Date.now() + hour, isKept)).toBe(1);
      expect(asked.sort()).toEqual([key("run.log", "run-gone"), key("run.log", "run-kept")]);
      expect([await artifacts.has(gone.handle), await artifacts.has(kept.handle)]).toEqual([false, true]);
      expect(await artifacts.prune(Date.now() + hour, isKept)).toBe(0);
    });
  });
}
