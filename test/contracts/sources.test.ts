import { execFileSync } from "node:child_process";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FileSourcesOptions, fileSources } from "../../knowledge/adapters/files/sources.ts";
import { ZIP_LIMITS } from "../../knowledge/adapters/files/zip-plan.ts";
import { AssayError } from "../../knowledge/errors.ts";
import { zip } from "../support/zip.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-sources-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function* pieces(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

interface Got {
  readonly name: string;
  readonly text: string;
  readonly error?: string;
  readonly size?: number;
}

/** Everything behind a reference; an error inside a source is kept with what came before it. */
async function read(reference: string, options: Partial<FileSourcesOptions> = {}): Promise<Got[]> {
  const sources = fileSources({ stdin: pieces(new Uint8Array(0)), ...options });
  const got: Got[] = [];
  for await (const source of sources.open(reference)) {
    const chunks: Uint8Array[] = [];
    let error: string | undefined;
    try {
      for await (const chunk of source.chunks()) chunks.push(chunk);
    } catch (thrown) {
      if (!(thrown instanceof AssayError)) throw thrown;
      error = `${thrown.code}: ${thrown.message}`;
    }
    const name = source.name.replace(`${folder}/`, "");
    const size = source.size === undefined ? {} : { size: source.size };
    got.push({
      name,
      text: Buffer.concat(chunks).toString(),
      ...size,
      ...(error === undefined ? {} : { error }),
    });
  }
  return got;
}

async function put(name: string, data: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, data);
  return path;
}

async function refusalOf(data: Uint8Array, options: Partial<FileSourcesOptions> = {}): Promise<string> {
  const path = await put("a.zip", data);
  const error = await read(path, options).then(
    (got) => new Error(`nothing was refused: ${JSON.stringify(got)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AssayError)) throw error;
  expect(error.code).toBe("archive_refused");
  return error.message.replace(`${folder}/`, "");
}

describe("plain files, pipes and standard input", () => {
  test("a file is one source with its size", async () => {
    expect(await read(await put("a.log", "one\ntwo\n"))).toEqual([
      { name: "a.log", text: "one\ntwo\n", size: 8 },
    ]);
  });

  test("an empty file is one empty source", async () => {
    expect(await read(await put("a.log", ""))).toEqual([{ name: "a.log", text: "" }]);
  });

  test("a file larger than one piece is read whole, and its pieces may be kept", async () => {
    const data = Buffer.from(Array.from({ length: 400_000 }, (_, at) => `${at}\n`).join(""));
    const [got] = await read(await put("a.log", data));
    expect(got?.text === data.toString()).toBe(true);
  });

  test("`-` is the standard input that was handed over, in pieces as they come", async () => {
    expect(await read("-", { stdin: pieces(Buffer.from("piped text\n"), 1) })).toEqual([
      { name: "-", text: "piped text\n" },
    ]);
  });

  test("a named pipe is read to its end", async () => {
    const path = join(folder, "pipe");
    execFileSync("mkfifo", [path]);
    const [got] = await Promise.all([read(path), writeFile(path, "through a pipe\n")]);
    expect(got).toEqual([{ name: "pipe", text: "through a pipe\n" }]);
  });

  test("a missing file is source_missing and names it", async () => {
    await expect(read(join(folder, "gone.xml"))).rejects.toMatchObject({
      code: "source_missing",
    });
    await expect(read(join(await put("a.log", "x"), "under-a-file"))).rejects.toMatchObject({
      code: "source_missing",
    });
  });

  test("a directory is refused by name, with the way out", async () => {
    await mkdir(join(folder, "reports"));
    await expect(read(join(folder, "reports"))).rejects.toMatchObject({
      code: "source_is_folder",
      hint: expect.stringMatching(/reports\/\*\.xml$/),
    });
  });

  test("a source is read once", async () => {
    for await (const source of fileSources({
      stdin: pieces(new Uint8Array(0)),
    }).open(await put("a.log", "x"))) {
      source.chunks();
      expect(() => source.chunks()).toThrow("read once");
    }
  });

  test("no file is left open, read or not", async () => {
    const path = await put(
      "a.zip",
      zip([
        { name: "a.txt", data: "a" },
        { name: "b.txt", data: "b" },
      ]),
    );
    const before = (await readdir("/proc/self/fd")).length;
    for (let round = 0; round < 20; round += 1) {
      for await (const _source of fileSources({
        stdin: pieces(new Uint8Array(0)),
      }).open(path))
        break;
      await read(path);
    }
    expect((await readdir("/proc/self/fd")).length).toBeLessThanOrEqual(before + 1);
  });
});

describe("gzip", () => {
  test("is known by its bytes, whatever the name", async () => {
    expect(await read(await put("a.log", gzipSync("text")))).toEqual([{ name: "a.log", text: "text" }]);
    expect(await read("-", { stdin: pieces(gzipSync("text"), 1) })).toEqual([{ name: "-", text: "text" }]);
  });

  test("concatenated members are one text", async () => {
    const data = Buffer.concat([gzipSync("one\n"), gzipSync("two\n"), gzipSync("")]);
    expect((await read(await put("a.gz", data)))[0]?.text).toBe("one\ntwo\n");
  });

  test("L-017 a truncated file gives what came, then an error that names it", async () => {
    const text = Array.from({ length: 20_000 }, (_, at) => `line ${at} ${(at * 7919) % 9973}\n`).join("");
    const whole = gzipSync(text);
    const [got] = await read(await put("a.gz", whole.subarray(0, whole.length - 2_000)));
    expect(text.startsWith(got?.text ?? "?")).toBe(true);
    expect(got?.text.length).toBeGreaterThan(text.length * 0.8);
    expect(got?.error).toMatch(/^source_unreadable: .*a\.gz: cannot be read \(the gzip data ends early\)/);
  });

  test("a damaged file is named", async () => {
    const data = gzipSync(Buffer.alloc(100_000, "some text "));
    data.fill(0xff, 40, 60);
    expect((await read(await put("a.gz", data)))[0]?.error).toMatch(/the gzip data is damaged/);
  });

  test("a bomb is refused while it unpacks", async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 ** 2));
    const limits = { ...ZIP_LIMITS, ratioFrom: 1024 ** 2 };
    const [got] = await read(await put("a.gz", bomb), { zip: limits });
    expect(got?.error).toMatch(/^archive_refused: .*more than 400 times its size/);
    expect(got?.text.length).toBeLessThanOrEqual(3 * 1024 ** 2);
  });
});

describe("zip", () => {
  test("gives a source an entry, named below the archive", async () => {
    const data = zip([
      { name: "reports/" },
      { name: "reports/a.xml", data: "<a/>" },
      { name: "b.log", data: "stored", store: true },
      { name: "c.log.gz", data: gzipSync("packed twice") },
      { name: "__MACOSX/._b.log", data: "junk" },
    ]);
    const path = await put("r.zip", data);
    expect((await read(path)).map(({ name, text }) => [name, text])).toEqual([
      ["r.zip/reports/a.xml", "<a/>"],
      ["r.zip/b.log", "stored"],
      ["r.zip/c.log.gz", "packed twice"],
    ]);
  });

  test("through standard input and a pipe it is spooled, and nothing is left behind", async () => {
    const data = zip([{ name: "a.txt", data: "inside" }]);
    const spools = async () => (await readdir(tmpdir())).filter((name) => /^assay-.{6}$/.test(name)).length;
    const before = await spools();
    expect(await read("-", { stdin: pieces(data, 3) })).toEqual([
      { name: "-/a.txt", text: "inside", size: 6 },
    ]);
    const path = await put("z.zip", data);
    expect(await read("-", { stdin: createReadStream(path) })).toHaveLength(1);
    await expect(read("-", { stdin: pieces(data), spoolBytes: 50 })).rejects.toMatchObject({
      code: "archive_refused",
    });
    expect(await spools()).toBe(before);
  });

  test("an empty archive gives no source; a truncated one is refused", async () => {
    expect(await read(await put("e.zip", zip([])))).toEqual([]);
    expect(await refusalOf(zip([{ name: "a.txt", data: "text" }]).subarray(0, 40))).toMatch(
      /^a\.zip: the archive is refused: /,
    );
  });

  test("zip64 sizes are read", async () => {
    expect(await read(await put("a.zip", zip([{ name: "a.txt", data: "wide", zip64: true }])))).toMatchObject(
      [{ text: "wide" }],
    );
  });

  test("of a GitHub log archive the whole jobs are read, not their steps again", async () => {
    const data = zip([
      { name: "0_build (ubuntu).txt", data: "whole job" },
      { name: "build (ubuntu)/1_Set up job.txt", data: "step" },
      { name: "build (ubuntu)/system.txt", data: "system" },
    ]);
    expect((await read(await put("logs.zip", data))).map(({ name }) => name)).toEqual([
      "logs.zip/0_build (ubuntu).txt",
    ]);
    const steps = zip([{ name: "build/1_Set up job.txt", data: "step" }]);
    expect((await read(await put("steps.zip", steps))).map(({ text }) => text)).toEqual(["step"]);
  });

  test.each([
    ["leaves the archive", { name: "../evil.txt" }],
    ["leaves the archive", { name: "a/../../evil.txt" }],
    ["absolute", { name: "/etc/passwd" }],
    ["absolute", { name: "C:/windows.txt" }],
    ["\\\\", { name: "a\\b.txt" }],
    ["is a link or device", { name: "link.txt", data: "/etc/passwd", mode: 0o120777 }],
    ["is encrypted", { name: "secret.txt", data: "x", flags: 1 }],
    ["is compressed by method 14", { name: "lzma.txt", data: "x", method: 14 }],
  ])("refuses an entry that %s: %j", async (_why, entry) => {
    const message = await refusalOf(zip([{ name: "good.txt", data: "good" }, entry]));
    expect(message).toMatch(/^a\.zip: the archive is refused: /);
    expect(message).toContain(entry.name.replaceAll("\\", "").slice(-5));
  });

  test("refuses a bomb before anything is unpacked: ratio, size, total, count", async () => {
    const bomb = zip([{ name: "zeros.txt", data: Buffer.alloc(4 * 1024 ** 2) }]);
    expect(await refusalOf(bomb, { zip: { ...ZIP_LIMITS, ratioFrom: 1024 ** 2 } })).toContain(
      '"zeros.txt" unpacks to more than 400 times',
    );
    expect(await refusalOf(bomb, { zip: { ...ZIP_LIMITS, entryBytes: 1_000 } })).toContain(
      "unpacks to 4194304 bytes",
    );
    const many = zip(
      Array.from({ length: 5 }, (_, at) => ({
        name: `${at}.txt`,
        data: "12345",
      })),
    );
    expect(await refusalOf(many, { zip: { ...ZIP_LIMITS, totalBytes: 20 } })).toContain("more than 20 bytes");
    expect(await refusalOf(many, { zip: { ...ZIP_LIMITS, entries: 4 } })).toContain("5 entries");
  });

  test("refuses entries that share their bytes", async () => {
    const data = zip([
      { name: "a.txt", data: "kernel" },
      { name: "b.txt", data: "kernel", offset: 0 },
    ]);
    expect(await refusalOf(data)).toContain("share their bytes");
  });

  test("an entry that is larger than it states is told, not read on", async () => {
    const [got] = await read(await put("a.zip", zip([{ name: "a.txt", data: "x".repeat(5_000), size: 10 }])));
    expect(got?.error).toMatch(/^source_unreadable: .*a\.zip\/a\.txt/);
    expect(got?.text.length).toBeLessThanOrEqual(10);
  });

  test("an archive inside an archive is refused by name; its neighbours are read", async () => {
    const data = zip([
      { name: "inner.zip", data: zip([{ name: "x", data: "x" }]) },
      { name: "b.txt", data: "b" },
    ]);
    const got = await read(await put("o.zip", data));
    expect(got[0]?.error).toMatch(
      /^archive_refused: .*o\.zip\/inner\.zip: the archive is refused: an archive inside an archive/,
    );
    expect(got[1]?.text).toBe("b");
  });
});
