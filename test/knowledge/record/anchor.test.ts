import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseAnchor } from "../../../knowledge/record/anchor.ts";
import { RECORD_KINDS, type RecordKind } from "../../../knowledge/record/record.ts";
import { isIdOfKind, newRecordId } from "../../../knowledge/record/record-id.ts";
import { RECORD_ID } from "../../../knowledge/record/record-id-form.ts";
import {
  anchorFolders,
  FLAT_ANCHORS,
  parseRecordPath,
  recordPath,
  scopeFolder,
} from "../../../knowledge/record/record-path.ts";
import { anchored, sampleId } from "../../support/sample-record.ts";

describe("anchors", () => {
  test.each([
    ["page:/checkout", "page:/checkout"],
    ["page:https://shop.example:8080/checkout?step=2#top", "page:/checkout"],
    ["page: /orders/12345/", "page:/orders/:param"],
    ["page:/orders/3f2504e0-4f89-11d3-9a0c-0305e82c3301/items", "page:/orders/:param/items"],
    ["page:/blob/9fceb02d0ae598e95dc970b74767f19372d61af8", "page:/blob/:param"],
    ["page:/r/01ARZ3NDEKTSV4RRFFQ69G5FAV", "page:/r/:param"],
    ["page:/share/aGVsbG8Xd29ybGQx9", "page:/share/:param"],
    ["page:/a//b/./c/../d", "page:/a/b/d"],
    ["page:/../../etc", "page:/etc"],
    ["page:?q=1", "page:/"],
    ["page:/added/facade/v2/step-3", "page:/added/facade/v2/step-3"],
    ["element:/cart/9?x=1#button[Place  order #2]", "element:/cart/:param#button[Place order #2]"],
    ["check: total is\tshown ", "check:total is shown"],
    ["test:checkout/pays: with card", "test:checkout/pays: with card"],
    ["step:click", "step:click"],
    ["job:build (ubuntu, 24)", "job:build (ubuntu, 24)"],
    ["repo:Octo-Org/Some.Repo", "repo:octo-org/some.repo"],
  ])("%s is %s", (text, normal) => {
    expect(normaliseAnchor(text)).toEqual({ kind: "anchor", anchor: normal });
  });

  test.each([
    "checkout",
    "url:/x",
    "page",
    "check:  ",
    "element:/cart",
    "element:/cart#",
    "repo:alone",
    "repo:a/b/c",
    `job:${"x".repeat(500)}`,
  ])("%s is refused", (text) => {
    expect(normaliseAnchor(text).kind).toBe("refused");
  });

  test("the normal form is its own normal form, and its folders stay inside the scope", () => {
    const kind = fc.constantFrom("page", "element", "check", "test", "step", "job", "repo");
    fc.assert(
      fc.property(kind, fc.string({ unit: "binary" }), (name, value) => {
        const once = normaliseAnchor(`${name}:${name === "element" ? `/a#${value}` : value}`);
        if (once.kind === "refused") return;
        expect(normaliseAnchor(once.anchor)).toEqual(once);
        for (const folder of anchorFolders(once.anchor)) {
          const id = sampleId("fact", 3);
          expect(parseRecordPath(`s/${folder}/${id}.md`)).toEqual({ scope: "s", folder, id });
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("paths", () => {
  const id = sampleId("fact", 1);
  const anchor = anchored("page:/checkout");

  test("a record is filed under scope and primary anchor", () => {
    const path = recordPath({ scope: "checkout", anchor, id }, new Set());
    expect(path).toMatch(/^checkout\/page-checkout-[0-9a-f]{4}\/fact_[0-9A-Z]{26}\.md$/);
  });

  test("over three thousand anchors a new one goes a level down, and one that is there stays", () => {
    const [flat, deep] = anchorFolders(anchor);
    const others = Array.from({ length: FLAT_ANCHORS }, (_, index) => anchorFolders(`job:${index}`)[0]);
    const at = (...more: string[]) => recordPath({ scope: "s", anchor, id }, new Set([...others, ...more]));
    expect(at()).toBe(`s/${deep}/${id}.md`);
    expect(at(flat)).toBe(`s/${flat}/${id}.md`);
    expect(recordPath({ scope: "s", anchor, id }, new Set([deep]))).toBe(`s/${deep}/${id}.md`);
    expect(recordPath({ scope: "s", anchor, id }, new Set(others.slice(1)))).toBe(`s/${flat}/${id}.md`);
    expect(deep).toBe(`${flat.slice(-4, -2)}/${flat}`);
  });

  test("any scope becomes one safe name, and different scopes different ones", () => {
    for (const scope of ["..", "a/b", "", "con", "Checkout", "ünï", "a b", "-", "C:\\x"]) {
      expect(parseRecordPath(recordPath({ scope, anchor, id }, new Set()))?.scope).toBe(scopeFolder(scope));
    }
    const names = ["a b", "a-b", "A-b", "a/b", "con", "..", ".", "Long ".repeat(20)].map(scopeFolder);
    expect(new Set(names).size).toBe(names.length);
    expect(names.map(scopeFolder)).toEqual(names);
  });

  test.each([
    `../x-0000/${id}.md`,
    `/s/x-0000/${id}.md`,
    `s/../${id}.md`,
    `s/x-0000/../x-0000/${id}.md`,
    `s\\x-0000\\${id}.md`,
    `s/x-0000/${id}.MD`,
    `s/x-0000/.${id}.md`,
    `s/x-0000/README.md`,
    `s/ff/x-0000/${id}.md`,
    `s/x-0000/${id}.md\n`,
    `s/x-0000\0/${id}.md`,
  ])("%j is no record's path", (path) => {
    expect(parseRecordPath(path)).toBeNull();
  });
});

describe("ids", () => {
  const idOf = (kind: RecordKind, now: number, chance: Uint8Array) =>
    newRecordId(kind, { clock: { now: () => now }, ids: { random: (bytes) => chance.slice(0, bytes) } });

  test("an id says its kind, sorts by time and needs no other id", () => {
    const chance = fc.uint8Array({ minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(
        fc.constantFrom(...RECORD_KINDS),
        fc.nat(2 ** 47),
        chance,
        chance,
        (kind, now, one, other) => {
          const id = idOf(kind, now, one);
          expect(id).toMatch(RECORD_ID);
          expect(isIdOfKind(id, kind)).toBe(true);
          expect(id < idOf(kind, now + 1, other)).toBe(true);
          expect(id === idOf(kind, now, other)).toBe(one.every((byte, index) => byte === other[index]));
        },
      ),
    );
  });

  test("the time and the chance stand where the ULID specification says", () => {
    const chance = new Uint8Array(16).fill(255);
    expect(idOf("fact", 1_469_918_176_385, chance)).toBe("fact_01ARYZ6S41ZZZZZZZZZZZZZZZZ");
  });
});
