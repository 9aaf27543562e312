import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Artifacts } from "../../knowledge/ports/artifacts.ts";

export interface ArtifactsAdapter {
  readonly name: string;
  /** An empty store; every `connect` sees the same one, as another process would. */
  store(): { connect(): Artifacts };
}

const bytes = (text: string) => new TextEncoder().encode(text);
const digest = (text: string) => createHash("sha256").update(text).digest("hex");

/** What every adapter of the artifacts keeps. */
export function artifactsContract(adapter: ArtifactsAdapter): void {
  describe(`artifacts in ${adapter.name}`, () => {
    test("what was stored reads back by the SHA-256 of its bytes, for others too", async () => {
      const store = adapter.store();
      const binary = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
      const digests = [await store.connect().put(bytes("one")), await store.connect().put(binary)];
      expect(digests[0]).toBe(digest("one"));
      expect(Buffer.from((await store.connect().get(digests[0]!)) ?? []).toString()).toBe("one");
      expect(Buffer.from((await store.connect().get(digests[1]!)) ?? []).equals(binary)).toBe(true);
    });

    test("the empty value is one, and what nobody stored is none", async () => {
      const artifacts = adapter.store().connect();
      expect(await artifacts.get(digest(""))).toBeNull();
      expect(await artifacts.get("../../secrets")).toBeNull();
      expect(await artifacts.put(bytes(""))).toBe(digest(""));
      expect(await artifacts.get(digest(""))).toHaveLength(0);
    });

    test("the same value stored by many at once is one", async () => {
      const store = adapter.store();
      const all = await Promise.all(Array.from({ length: 20 }, () => store.connect().put(bytes("same"))));
      expect(new Set(all)).toEqual(new Set([digest("same")]));
      expect(Buffer.from((await store.connect().get(digest("same"))) ?? []).toString()).toBe("same");
    });

    test("changing what was given or read does not change what is stored", async () => {
      const artifacts = adapter.store().connect();
      const given = bytes("stays");
      const key = await artifacts.put(given);
      given.fill(0);
      (await artifacts.get(key))?.fill(0);
      expect(Buffer.from((await artifacts.get(key)) ?? []).toString()).toBe("stays");
    });
  });
}
