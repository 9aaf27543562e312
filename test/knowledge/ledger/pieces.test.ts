import { describe, expect, test } from "vitest";
import { readPiece, writePieces } from "../../../knowledge/ledger/pieces.ts";
import { BATCH_LIMIT } from "../../../knowledge/ports/ledger.ts";
import type { SharedBatch } from "../../../knowledge/ports/ledger-sync.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const HEAD = '{"assay":"ledger","v":1}';

const batch = (more: object = {}): SharedBatch & object => ({
  stream: "item/SHOP-12",
  first: 1,
  last: 1,
  at: 5,
  events: [{ type: "ItemAdded", v: 1, data: { "€": "\u2028" } }],
  ...more,
});

const read = (text: string | Uint8Array) =>
  readPiece(COMMIT, typeof text === "string" ? Buffer.from(text) : text);
const lineOf = (more: object) => `${HEAD}\n${JSON.stringify(batch(more))}\n`;

describe("a piece of the shared ledger", () => {
  test("is read as it was written, and large ones are cut between batches", () => {
    const large = "x".repeat(BATCH_LIMIT - 200);
    const all = Array.from({ length: 40 }, (_, index) =>
      batch({ first: index + 1, last: index + 1, events: [{ type: "a.b", v: 1, data: { large } }] }),
    );
    const pieces = writePieces([batch(), ...all]);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.flatMap(read)).toEqual([batch(), ...all]);
    for (const piece of pieces) expect(Buffer.byteLength(piece)).toBeLessThan(8.1 * 1024 * 1024);
    expect(writePieces([])).toEqual([]);
  });

  test("that is of a newer Assay is told as such", () => {
    expect(() => read('{"assay":"ledger","v":2}\n')).toThrow(/newer Assay \(commit 0123456789ab\)/);
  });

  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  test.each([
    ["no text", Buffer.from([0x7b, 0xff, 0x0a]), 1],
    ["empty", "", 1],
    ["of another program", '{"v":1}\n', 1],
    ["cut off", `${HEAD}\n{"stream"`, 2],
    ["no JSON", `${HEAD}\n{\n`, 2],
    ["no batch", `${HEAD}\n[]\n`, 2],
    ["without a stream", lineOf({ stream: 7 }), 2],
    ["a stream with a line feed", lineOf({ stream: "item/A\nB" }), 2],
    ["a stream that turns the text around", lineOf({ stream: "item/\u202eA" }), 2],
    ["a stream without a name", lineOf({ stream: "item/" }), 2],
    ["of a kind that lets commands run", lineOf({ stream: "command/acme.shop" }), 2],
    ["of a kind that nobody knows", lineOf({ stream: "paint/x" }), 2],
    ["first below one", lineOf({ first: 0, last: 0 }), 2],
    ["last below first", lineOf({ first: 2, last: 1, events: [] }), 2],
    ["numbers that are none", lineOf({ first: 1.5, last: 1.5 }), 2],
    ["fewer events than numbers", lineOf({ last: 2 }), 2],
    ["a time after all times", lineOf({ at: 9e15 }), 2],
    ["an event that is none", lineOf({ events: [null] }), 2],
    ["an event without a type", lineOf({ events: [{ v: 1, data: {} }] }), 2],
    ["an event of version 0", lineOf({ events: [{ type: "a", v: 0, data: {} }] }), 2],
    ["an event without data", lineOf({ events: [{ type: "a", v: 1, data: [] }] }), 2],
    ["too large", lineOf({ events: [{ type: "a", v: 1, data: { x: "x".repeat(BATCH_LIMIT) } }] }), 2],
    [
      "too deep",
      `${HEAD}\n{"stream":"item/A","first":1,"last":1,"at":1,"events":[{"type":"a","v":1,"data":{"x":${deep}}}]}\n`,
      2,
    ],
  ])("that is %s is refused by commit and line", (_, text, line) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: "ledger_remote_invalid",
        message: expect.stringContaining(`at 0123456789ab, line ${line}: `),
      }),
    );
  });
});
