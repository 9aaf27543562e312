import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fingerprintOf } from "../../../knowledge/log/fingerprint.ts";
import { hashMasked } from "../../../knowledge/log/lines/masked-line.ts";
import { digestOf, github } from "./digest-of.ts";

const hash = (text: string) => {
  const bytes = Buffer.from(text);
  return hashMasked(bytes, 0, bytes.length);
};

describe("fingerprint", () => {
  it("carries the version of its algorithm", () => {
    expect(fingerprintOf("ERROR: x")).toMatch(/^1:[0-9a-f]{32}$/);
  });

  it("is the same for two runs of a failure", () => {
    const number = fc.integer({ min: 0, max: 1e9 });
    const hex = fc
      .string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 8, maxLength: 40 })
      .filter((text) => /\d/.test(text) && /^[a-f]*\d/.test(text));
    const run = fc.record({
      line: number,
      ms: number,
      commit: hex,
      id: fc.uuid(),
      folder: fc.constantFrom("/tmp/a1", "/home/runner/work/x", "/builds/9/y"),
      port: number,
    });
    const text = (r: {
      line: number;
      ms: number;
      commit: string;
      id: string;
      folder: string;
      port: number;
    }) =>
      `FAILED ${r.folder}/src/cart.ts:${r.line} after ${r.ms}ms at ${r.commit} (${r.id}) port ${r.port} 0x${r.commit}`;
    fc.assert(
      fc.property(run, run, (one, other) => {
        expect(fingerprintOf(text(one))).toBe(fingerprintOf(text(other)));
      }),
    );
  });

  it("tells two failures apart", () => {
    expect(fingerprintOf("ERROR: no such table: users")).not.toBe(
      fingerprintOf("ERROR: no such table: carts"),
    );
    expect(fingerprintOf("/a/b/cart.ts: error")).not.toBe(fingerprintOf("/a/b/user.ts: error"));
  });

  it("of a log does not depend on when it ran", () => {
    const log = (day: string) =>
      github(
        "##[group]Run x",
        "##[endgroup]",
        "a.c:3:4: error: no",
        "##[error]Process completed with exit code 1.",
      ).replaceAll("2024-05-06", day);
    expect(digestOf(log("2025-01-01")).fingerprint).toBe(digestOf(log("2026-02-02")).fingerprint);
  });
});

describe("fingerprint of a log", () => {
  const head = ["##[group]Run make test", "##[endgroup]"];
  const exit = "##[error]Process completed with exit code 2.";
  const of = (...lines: readonly string[]) => digestOf(github(...head, ...lines, exit)).fingerprint;

  it.each([
    ["an exit code", []],
    ["make's last line", ["make: *** [Makefile:3: all] Error 1"]],
    ["npm's last lines", ["npm ERR! code ELIFECYCLE", "npm ERR! errno 1"]],
  ])("is none where it only says that something failed: %s", (_, lines) => {
    expect(of(...lines)).toBeNull();
  });

  it.each([
    [
      "JavaScript",
      (file: string) => ["AssertionError: expected 1 to equal 2", `    at add (/x/src/${file}.ts:3:4)`],
    ],
    [
      "Java",
      (file: string) => [
        "java.lang.AssertionError: expected 1",
        "\tat org.junit.Assert.fail(Assert.java:88)",
        `\tat shop.${file}.adds(${file}.java:12)`,
      ],
    ],
    [
      "Python",
      (file: string) => [
        "Traceback (most recent call last):",
        '  File "/x/run.py", line 3, in <module>',
        `  File "/x/${file}.py", line 9, in add`,
        '  File "/usr/lib/python3.12/site-packages/lib.py", line 2, in f',
        "ValueError: no",
      ],
    ],
    [
      "Go",
      (file: string) => ["panic: no", "goroutine 1 [running]:", "main.add(...)", `\t/x/${file}.go:12 +0x1d`],
    ],
    ["C#", (file: string) => ["System.Exception: no", `   at Shop.Cart.Add() in /x/${file}.cs:line 12`]],
  ])("tells equal words from different files apart: %s", (_, trace) => {
    expect(of(...trace("Cart"))).not.toBe(of(...trace("User")));
    expect(of(...trace("Cart"))).toBe(of(...trace("Cart")));
  });

  it("is the same for two runs of a failure, whatever their times, numbers, ids and folders", () => {
    const run = fc.record({
      folder: fc.constantFrom("/home/runner/work/shop/shop", "/builds/4/shop", "/tmp/a1b2/shop"),
      line: fc.integer({ min: 1, max: 99_999 }),
      pid: fc.integer({ min: 1, max: 99_999 }),
      id: fc.uuid(),
      started: fc.integer({ min: 0, max: 5 }),
    });
    const log = ({ folder, line, pid, id, started }: ReturnType<typeof run.generate>["value"]) =>
      of(
        ...Array.from({ length: started }, (_, at) => `worker ${at} started as ${pid}`),
        `TypeError: request ${id} of ${folder}/src/cart.ts failed after ${pid}ms`,
        `    at Module.load (${folder}/node_modules/pkg-${line}/index.js:${line}:2)`,
        `    at total (${folder}/src/cart.ts:${line}:7)`,
        `    at main (${folder}/src/main.ts:${pid}:7)`,
      );
    fc.assert(
      fc.property(run, run, (one, other) => {
        expect(log(one)).toBe(log(other));
        expect(log(one)).not.toBeNull();
      }),
      { numRuns: 30 },
    );
  });
});

describe("masked lines", () => {
  it("are equal where only numbers, hashes, times and spacing differ", () => {
    expect(hash("2024-01-01T00:00:00.1Z built 4e8932e5 in 12.5 s")).toBe(
      hash("2025-02-02T10:20:30.9Z built deadbee0  in 3 s"),
    );
    expect(hash("  12% done")).toBe(hash("100% done"));
  });
  it("differ where the words do", () => {
    expect(hash("ok  pkg/cart")).not.toBe(hash("FAIL  pkg/cart"));
  });
  it("of nothing are zero", () => {
    expect(hash("")).toBe(0);
    expect(hash(" \t ")).toBe(0);
  });
});
