import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactWords } from "../../../../knowledge/execute/redact/redact-words.ts";
import { secretMask } from "../../../../knowledge/record/secret-mask.ts";

const none = secretMask([]);
const redact = (text: string) => redactWords(text, none);

describe("words that a page or a command said", () => {
  test.each([
    ["authorization: Bearer abc.def-123456", "abc.def-123456"],
    ["curl -H 'Authorization: Basic dXNlcjpwYXNz' http://shop.test", "dXNlcjpwYXNz"],
    ["Cookie: theme=dark; sid=0123456789", "0123456789"],
    ["set-cookie: shop=ab12cd34; HttpOnly", "ab12cd34"],
    ["GET /pay?user=7&access_token=abcdef123 200", "abcdef123"],
    ["at http://shop.test/back?code=4/0AbCdEfGhIjKlMnOp&state=1", "4/0AbCdEfGhIjKlMnOp"],
    ["https://bucket.test/x?X-Amz-Credential=AKIA1/eu&X-Amz-Signature=deadbeef00", "deadbeef00"],
    ["postgres://shop:hunter2@db.test/shop refused", "hunter2"],
    ["name=anna&password=hunter2&next=/", "hunter2"],
    ['config = { "apiKey": "k-42-17", debug: true }', "k-42-17"],
    ["const clientSecret = 'very-secret'", "very-secret"],
    ["PASSWORD: hunter2", "hunter2"],
    ["token eyJhbGciOiJI.eyJzdWIiOiIx.c2ln-x went out", "eyJzdWIiOiIx"],
    ["pushed with ghp_0123456789abcdefghij", "ghp_0123456789abcdefghij"],
    ["key AKIAABCDEFGHIJKLMNOP is old", "AKIAABCDEFGHIJKLMNOP"],
    ['<input type="password" name="p" value="hunter2">', "hunter2"],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIB\nabc=\n-----END RSA PRIVATE KEY-----", "MIIB"],
  ])("%s", (text, secret) => {
    expect(text).toContain(secret);
    const safe = redact(text);
    expect(safe).not.toContain(secret);
    expect(safe).toContain("***");
    expect(redact(safe)).toBe(safe);
  });

  test.each([
    "button[Place order] matches 3 elements, and one is needed",
    "HTTP 404",
    "http://shop.test/cart?page=2&code=de",
    "SyntaxError: Unexpected token '<', \"<!DOCTYPE\" is not valid JSON",
    "12 tests passed, 3 tokens used",
    "The total is 12 €",
  ])("%s stays as it is", (text) => {
    expect(redact(text)).toBe(text);
  });

  test("what was hidden once is looked for everywhere, and so are the values of the secrets files", () => {
    expect(redact("password=correct-horse was sent; the page shows correct-horse")).toBe(
      "password=*** was sent; the page shows ***",
    );
    expect(redactWords("hello s3cr3t-value", secretMask(["s3cr3t-value"]))).toBe("hello ***");
  });

  test("no text makes it fail or is masked twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.stringMatching(/^[a-z0-9]{8,20}$/), (text, secret) => {
        const said = `${text}\nauthorization: Bearer ${secret}\n${text}`;
        const safe = redact(said);
        expect(safe.includes(`Bearer ${secret}`)).toBe(false);
        expect(redact(safe)).toBe(safe);
      }),
      { numRuns: 60 },
    );
  });
});
