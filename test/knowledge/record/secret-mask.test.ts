import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MASK, readSecrets, SHORTEST_SECRET, secretMask } from "../../../knowledge/record/secret-mask.ts";

const SECRET = 'p/ss+"w~rd é1';
const mask = secretMask([SECRET, "token-123456", "123456-and-more", "short"]);

describe("secret mask", () => {
  test("a secret is masked in every field, key and number: L-012", () => {
    const masked = mask({
      title: `logs in with ${SECRET}`,
      url: `https://x.example/?p=${encodeURIComponent(SECRET)}&q=1`,
      locator: { [`input[value=${SECRET}]`]: ["a", `b${SECRET}c`] },
      error: null,
      ok: true,
    });
    expect(masked).toEqual({
      title: "logs in with ***",
      url: "https://x.example/?p=***&q=1",
      locator: { "input[value=***]": ["a", "b***c"] },
      error: null,
      ok: true,
    });
    expect(secretMask(["987654"])({ pin: 987_654, sum: 11 })).toEqual({ pin: MASK, sum: 11 });
  });

  test.each([
    ["JSON", JSON.stringify({ a: SECRET }), '{"a":"***"}'],
    ["JSON in JSON", JSON.stringify(JSON.stringify([SECRET])), '"[\\"***\\"]"'],
    ["JSON of ASCII only", '"p/ss+\\"w~rd \\u00e91"', '"***"'],
    ["JSON with escaped slashes", JSON.stringify(SECRET).replace("/", "\\/"), '"***"'],
    ["a form", `p=${new URLSearchParams({ p: SECRET }).toString().slice(2)}`, "p=***"],
    ["an address in small letters", encodeURIComponent(SECRET).toLowerCase(), MASK],
    ["an address in an address", encodeURIComponent(encodeURIComponent(SECRET)), MASK],
    ["another case", `T: ${"token-123456".toUpperCase()}`, "T: ***"],
    ["overlapping secrets", "token-123456-and-more!", "***!"],
    ["touching secrets", "token-123456token-123456", MASK],
    ["a short word that is no secret", "short", "short"],
  ])("in %s", (_, text, expected) => {
    expect(mask(text)).toBe(expected);
  });

  test("inside base64 and base64url of a longer text, whatever stands around it", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: SHORTEST_SECRET, maxLength: 20 }),
        fc.uint8Array({ maxLength: 8 }),
        fc.uint8Array({ maxLength: 8 }),
        fc.constantFrom("base64" as const, "base64url" as const),
        (secret, before, after, encoding) => {
          const whole = Buffer.concat([before, Buffer.from(secret), after]).toString(encoding);
          const masked = secretMask([secret])(whole);
          expect(masked).toContain(MASK);
          expect(Buffer.from(masked.replace(MASK, ""), encoding).toString()).not.toContain(secret);
        },
      ),
    );
  });

  test("what comes out holds no secret, and masking it again changes nothing", () => {
    const piece = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom("***", "*", "aB1", "İß", "ΣΑΣ"));
    const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), text, text, (secrets, before, after) => {
        const masker = secretMask(secrets);
        const masked = masker(`${before}${secrets.join("")}${after}`);
        for (const secret of secrets)
          if (secret.length >= SHORTEST_SECRET) expect(masked).not.toContain(secret);
        expect(masker(masked)).toBe(masked);
      }),
      { numRuns: 300 },
    );
  });

  test("without secrets the value comes back as it was", () => {
    const value = { a: 1 };
    expect(secretMask(["abc"])(value)).toBe(value);
  });
});

test("a secrets file holds a value a line, plain or as in a .env file", () => {
  const file =
    "\ufeff# mine\n\nhunter22\r\nexport API_KEY='abc def'\nTOKEN=x=y==\nYWJjZGVm==\n  padded  \n\"q\"\n";
  expect(readSecrets(file)).toEqual(["hunter22", "abc def", "x=y==", "YWJjZGVm==", "padded", "q"]);
});
