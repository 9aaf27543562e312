import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decoderOf, detectEncoding } from "../../../knowledge/text/decode.ts";

function decode(bytes: Uint8Array, size = bytes.length): string {
  const decoder = decoderOf(detectEncoding(bytes));
  let text = "";
  for (let at = 0; at < bytes.length; at += Math.max(1, size))
    text += decoder.write(bytes.subarray(at, at + Math.max(1, size)));
  return text + decoder.end();
}

const utf16be = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();
function utf32(text: string, little: boolean): Buffer {
  const points = [...text].map((char) => char.codePointAt(0)!);
  const bytes = Buffer.alloc(points.length * 4);
  for (const [at, point] of points.entries()) {
    if (little) bytes.writeUInt32LE(point, at * 4);
    else bytes.writeUInt32BE(point, at * 4);
  }
  return bytes;
}

const TEXT = '<?xml version="1.0"?>\n<testsuite name="Käse 😀">';

describe("detectEncoding and decoderOf", () => {
  test.each([
    ["utf-8", Buffer.from(TEXT)],
    ["utf-8", Buffer.from(`\ufeff${TEXT}`)],
    ["utf-16le", Buffer.from(`\ufeff${TEXT}`, "utf16le")],
    ["utf-16le", Buffer.from(TEXT, "utf16le")],
    ["utf-16be", utf16be(`\ufeff${TEXT}`)],
    ["utf-16be", utf16be(TEXT)],
    ["utf-32le", utf32(`\ufeff${TEXT}`, true)],
    ["utf-32le", utf32(TEXT, true)],
    ["utf-32be", utf32(`\ufeff${TEXT}`, false)],
    ["utf-32be", utf32(TEXT, false)],
  ])("%s is recognised with and without its mark, in pieces of any size", (encoding, bytes) => {
    expect(detectEncoding(bytes)).toBe(encoding);
    for (const size of [1, 2, 3, 5, bytes.length]) expect(decode(bytes, size)).toBe(TEXT);
  });

  test("a declared encoding is followed, a declaration that cannot be true is not", () => {
    const declared = Buffer.from('<?xml version="1.0" encoding="ISO-8859-2"?><a>\xb1</a>', "latin1");
    expect(decode(declared)).toContain("<a>ą</a>");
    const lie = Buffer.from('<?xml version="1.0" encoding="utf-16"?><a>ä</a>');
    expect(decode(lie)).toContain("<a>ä</a>");
    const unheardOf = Buffer.from('<?xml version="1.0" encoding="martian"?><a>ä</a>');
    expect(decode(unheardOf)).toContain("<a>ä</a>");
  });

  test("text that is no UTF-8 and says nothing is read as windows-1252", () => {
    expect(decode(Buffer.from('{"name":"K\xe4se \x80 5"}', "latin1"))).toBe('{"name":"Käse € 5"}');
  });

  test("noise is binary, and a Latin-1 log with colours is not", () => {
    const noise = Uint8Array.from({ length: 4096 }, (_, at) => (at * 2_654_435_761) >>> 21);
    expect(detectEncoding(noise)).toBe("binary");
    expect(detectEncoding(Buffer.from("\u001b[31mFehler: ung\u00fcltig\u001b[0m\r\n", "latin1"))).toBe(
      "windows-1252",
    );
  });

  test("pictures, archives and programs are binary", () => {
    expect(detectEncoding(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10))).toBe("binary");
    expect(detectEncoding(Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0))).toBe("binary");
    expect(detectEncoding(Uint8Array.from({ length: 500 }, (_, at) => (at % 5 === 0 ? 0 : at % 256)))).toBe(
      "binary",
    );
  });

  test("UTF-8 in pieces reads as TextDecoder reads the whole, malformed bytes too", () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc.string({ unit: "binary" }).map((text) => new TextEncoder().encode(text)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 9 }), (parts, size) => {
        const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
        const decoder = decoderOf("utf-8");
        let text = "";
        for (let at = 0; at < bytes.length; at += size) text += decoder.write(bytes.subarray(at, at + size));
        expect(text + decoder.end()).toBe(new TextDecoder().decode(bytes));
      }),
      { numRuns: 300 },
    );
  });
});
