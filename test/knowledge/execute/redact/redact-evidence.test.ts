import { describe, expect, test } from "vitest";
import { fileZips } from "../../../../knowledge/adapters/files/zips.ts";
import { redactEvidence } from "../../../../knowledge/execute/redact/redact-evidence.ts";
import { secretMask } from "../../../../knowledge/record/secret-mask.ts";
import { zip } from "../../../support/zip.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const zips = fileZips();
const none = secretMask([]);

async function redacted(name: string, bytes: string | Uint8Array, mask = none) {
  const safe = await redactEvidence(zips, { name, bytes: Buffer.from(bytes) }, mask);
  if (safe.kind === "refused") throw new Error(safe.why);
  return { ...safe, text: Buffer.from(safe.bytes).toString() };
}

async function entriesOf(bytes: Uint8Array): Promise<Record<string, string>> {
  const entries: Record<string, string> = {};
  for await (const { name, bytes: inner } of zips.read("test.zip", bytes))
    entries[name] = Buffer.from(inner).toString("latin1");
  return entries;
}

describe("JSON and HAR", () => {
  const header = (name: string, value: string) => ({ name, value });
  const har = {
    log: {
      version: "1.2",
      entries: [
        {
          request: {
            method: "POST",
            url: "http://shop.test/login?token=tok-en-1234&page=2",
            headers: [header("Authorization", "Bearer head-er-1234"), header("Accept", "text/html")],
            cookies: [header("theme", "dark"), header("id", "cook-ie-12345678")],
            queryString: [header("token", "tok-en-1234"), header("page", "2")],
            postData: {
              mimeType: "application/json",
              text: '{"user":"anna","password":"pass-word-1"}',
              params: [header("pin", "4711")],
            },
          },
          response: {
            status: 200,
            headers: [header("Set-Cookie", "id=cook-ie-12345678; HttpOnly"), header("Server", "shop")],
            content: { mimeType: "text/html", text: "<p>Hello anna, pass-word-1 head-er-1234</p>", size: 17 },
          },
          time: 12,
        },
      ],
    },
  };

  test("headers, cookies, query and bodies by name, and the same values wherever they stand", async () => {
    const { text, contentType } = await redacted("run.har", JSON.stringify(har));
    for (const secret of ["head-er", "cook-ie", "tok-en", "pass-word", "4711"])
      expect(text).not.toContain(secret);
    const safe = JSON.parse(text) as typeof har;
    const [entry] = safe.log.entries;
    expect(contentType).toBe("application/json");
    expect(entry).toMatchObject({
      request: {
        method: "POST",
        url: "http://shop.test/login?token=***&page=2",
        headers: [
          { name: "Authorization", value: "***" },
          { name: "Accept", value: "text/html" },
        ],
        cookies: [
          { name: "theme", value: "***" },
          { name: "id", value: "***" },
        ],
        queryString: [{ value: "***" }, { value: "2" }],
        postData: { text: '{"user":"anna","password":"***"}' },
      },
      response: { status: 200, content: { text: "<p>Hello anna, *** ***</p>", size: 17 } },
      time: 12,
    });
  });

  test("what holds nothing secret is kept byte for byte; numbers that count stay", async () => {
    for (const text of [
      '{\n  "tokens": 1200, "maxTokens": 5, "hasPassword": true, "secret": null\n}\n',
      "[1,2,\n3]",
      "plain words\r\nof a log",
      "",
    ])
      expect((await redacted("report.json", text)).text).toBe(text);
  });

  test("values of the secrets files, in words, keys and numbers", async () => {
    const mask = secretMask(["opensesame", "12345678"]);
    const { text } = await redacted("a.json", '{"opensesame":"x","b":"say opensesame","c":12345678}', mask);
    expect(JSON.parse(text)).toEqual({ "***": "x", b: "say ***", c: "***" });
    expect((await redacted("a.log", "say open\u001b[31msesame", mask)).text).toBe("say ***");
  });

  test("what was typed into a field for a secret", async () => {
    const steps = [
      { action: "type", target: "textbox[Password]", text: "pass-word-1" },
      { action: "type", target: "textbox[City]", text: "Berlin" },
      { action: "fill_form", fields: { "textbox[PIN]": "4711", "One-time token": "55" } },
    ];
    const { text } = await redacted("steps.json", JSON.stringify(steps));
    expect(JSON.parse(text)).toMatchObject([
      { text: "***" },
      { text: "Berlin" },
      { fields: { "textbox[PIN]": "***", "One-time token": "***" } },
    ]);
  });

  test("JSON that is nested beyond what can be walked is refused, not stored", async () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    expect(await redactEvidence(zips, { name: "deep.json", bytes: Buffer.from(deep) }, none)).toMatchObject({
      kind: "refused",
      code: "evidence_not_portable",
    });
  });
});

describe("zips", () => {
  test("every entry is masked, pictures stay, what cannot be masked is left out with a note", async () => {
    const bytes = zip([
      {
        name: "trace.trace",
        data: '{"type":"before","params":{"selector":"input[name=password]","value":"pw-123"}}\n{"type":"log","message":"fill(\\"pw-123\\")"}\n',
      },
      { name: "resources/a.png", data: PNG, store: true },
      { name: "resources/b.html", data: "<p>you typed pw-123</p>" },
      { name: "resources/c.bin", data: Buffer.from([1, 0, 2, 255]) },
      { name: "resources/inner.zip", data: zip([{ name: "x", data: "pw-123" }]) },
      { name: "folder/" },
    ]);
    const { bytes: safe, notes, contentType } = await redacted("trace.zip", bytes);
    const entries = await entriesOf(safe);
    expect(Object.keys(entries)).toEqual(["trace.trace", "resources/a.png", "resources/b.html"]);
    expect(JSON.stringify(entries)).not.toContain("pw-123");
    expect(entries["resources/a.png"]).toBe(PNG.toString("latin1"));
    expect(entries["resources/b.html"]).toBe("<p>you typed ***</p>");
    expect(
      entries["trace.trace"]
        ?.trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).type),
    ).toEqual(["before", "log"]);
    expect(notes).toEqual([
      expect.stringMatching(/^left out.*: 2 of its entries \(resources\/c\.bin, resources\/inner\.zip\)$/),
    ]);
    expect(contentType).toBe("application/zip");
    expect(Buffer.from((await redacted("trace.zip", bytes)).bytes).equals(Buffer.from(safe))).toBe(true);
  });

  test("a short secret is masked where it stands alone or in quotes", async () => {
    const lines = [
      '{"params":{"selector":"internal:label=\\"PIN token\\"","value":"4711"}}',
      '{"message":"fill(\\"4711\\")","at":"24711"}',
    ];
    const { bytes: safe } = await redacted("trace.zip", zip([{ name: "a.trace", data: lines.join("\n") }]));
    const [first, second] = ((await entriesOf(safe))["a.trace"] ?? "")
      .split("\n")
      .map((line) => JSON.parse(line));
    expect([first.params.value, second.message, second.at]).toEqual(["***", 'fill("***")', "24711"]);
  });

  test("a bomb, a way out, a link and what is no zip are not stored", async () => {
    const small = fileZips({
      entries: 3,
      entryBytes: 10_000,
      totalBytes: 15_000,
      ratio: 50,
      ratioFrom: 1_000,
    });
    const hostile = [
      zip([{ name: "bomb", data: "0".repeat(9_000) }]),
      zip(["a", "b", "c"].map((name) => ({ name, data: "x".repeat(9_000), store: true }))),
      zip(["a", "b", "c", "d"].map((name) => ({ name, data: "x" }))),
      zip([{ name: "../out", data: "x" }]),
      zip([{ name: "link", data: "/etc/passwd", mode: 0o120777 }]),
      zip([{ name: "lies", data: "x".repeat(9_000), size: 10 }]),
      zip([{ name: "broken", data: "x" }]).subarray(0, 40),
    ];
    for (const bytes of hostile)
      expect(await redactEvidence(small, { name: "trace.zip", bytes }, none)).toMatchObject({
        kind: "refused",
        code: "evidence_not_portable",
        why: expect.stringContaining("trace.zip"),
      });
  });

  test("bytes of no known kind are refused by themselves, pictures are kept", async () => {
    const refused = await redactEvidence(zips, { name: "core", bytes: Buffer.from([1, 0, 2, 255]) }, none);
    expect(refused).toMatchObject({ code: "evidence_not_portable", why: expect.stringContaining("core") });
    expect(await redacted("a.png", PNG)).toMatchObject({ contentType: "image/png", notes: [] });
  });
});
