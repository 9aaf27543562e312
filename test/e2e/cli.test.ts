import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildManifest } from "../../cli/manifest.ts";
import { displayWidth } from "../../cli/terminal/width.ts";
import { assay, LAUNCHER, shell } from "../support/run-assay.ts";

let folder: string;
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "assay-cli-")));
  await shell(
    "git init --quiet --initial-branch=main && git -c user.name=t -c user.email=t@example.org commit --quiet --allow-empty -m one",
    { cwd: folder },
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Code that runs in the process before the launcher. */
const before = (code: string) => ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
const { commands } = await buildManifest();
const HELPS = join(import.meta.dirname, "../golden/cli/snapshots");

describe("exit codes", () => {
  test("0: answered", async () => {
    expect(await assay(["doctor"], { cwd: folder })).toMatchObject({ status: 0, stderr: "" });
    expect(await assay(["--version"])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^assay\/\d+\.\d+\.\d+ /),
      stderr: "",
    });
  });

  test("1: the answer is no", async () => {
    const broken = join(folder, "broken");
    mkdirSync(broken);
    await shell("git init --quiet && mkdir .git/assay", { cwd: broken });
    writeFileSync(join(broken, ".git/assay/ledger.db"), "no database".repeat(100));
    const { status, stdout } = await assay(["doctor", "--json"], { cwd: broken });
    expect(status).toBe(1);
    expect(JSON.parse(stdout).healthy).toBe(false);
  });

  test.each([
    ["an unknown flag", ["doctor", "--nope"], "usage_invalid"],
    ["an argument too many", ["doctor", "extra"], "usage_invalid"],
    ["an unknown command", ["doktor"], "command_unknown"],
  ])("2: %s", async (_, args, code) => {
    const text = await assay(args);
    expect(text).toMatchObject({ status: 2, stdout: "" });
    expect(text.stderr).toContain(`[${code}]`);
    expect(text.stderr).toContain("\n  try: ");
    const json = await assay([...args, "--json"]);
    expect(json).toMatchObject({ status: 2, stderr: "" });
    expect(JSON.parse(json.stdout)).toMatchObject({
      schemaVersion: 1,
      kind: "error",
      error: { code, kind: "usage" },
    });
  });

  test("3: a full disk behind standard output", async () => {
    const { status, stderr } = await shell('exec "$NODE" "$ASSAY" atlas --json >/dev/full');
    expect(status).toBe(3);
    expect(stderr).toMatch(
      /^unavailable: the output cannot be written \(ENOSPC\) \[output_unwritable\]\n {2}try: /,
    );
  });

  test("70: a fault of ours says how to report it, without a stack unless asked", async () => {
    const node = before("process.cwd = () => { throw new TypeError('planted') }");
    const quiet = await assay(["doctor"], { node });
    expect(quiet).toMatchObject({ status: 70, stdout: "" });
    expect(quiet.stderr).toMatch(
      /^internal error: planted \[internal\]\n {2}try: .*ASSAY_DEBUG=1.*assay doctor --json/,
    );
    expect(quiet.stderr).not.toContain("    at ");
    expect((await assay(["doctor"], { node, env: { ASSAY_DEBUG: "1" } })).stderr).toContain(
      "TypeError: planted\n      at ",
    );
  });
});

describe("an unknown command", () => {
  test("suggests the close one and the list", async () => {
    const { stderr } = await assay(["docter"]);
    expect(stderr).toBe(
      "error: there is no command `docter` [command_unknown]\n  try: did you mean `assay doctor`? `assay --help` lists the commands\n",
    );
  });

  test("is named without acting on the terminal", async () => {
    const hostile = "x\u001b]0;title\u0007\u001b[31m\u202ey";
    expect((await assay([hostile])).stderr).toContain("there is no command `xy`");
    const { stdout } = await assay([hostile, "--json"]);
    expect(stdout).not.toMatch(/[\u001b\u0007\u202e]/);
    expect(JSON.parse(stdout).error.data.command).toBe(hostile);
  });
});

describe("output", () => {
  test.each(["atlas", "doctor"])(
    "L-040 `%s --json` is exactly one document with a version and a kind",
    async (command) => {
      const { stdout, stderr } = await assay([command, "--json"], {
        cwd: folder,
        env: { CI: "true", NODE_ENV: "development" },
      });
      expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1, kind: expect.any(String) });
      expect(stderr).toBe("");
    },
  );

  test.each(Object.keys(commands))(
    "L-037 the help of %s is the one that is kept, and NO_COLOR wins over FORCE_COLOR in it",
    async (command) => {
      const { status, stdout, stderr } = await assay([...command.split(":"), "--help"], {
        env: { NO_COLOR: "1", FORCE_COLOR: "1" },
      });
      expect(stdout + stderr).not.toContain("\u001b");
      const kept = readFileSync(join(HELPS, `help-${command.replaceAll(":", "-")}.txt`), "utf8");
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: kept, stderr: "" });
    },
  );

  test("L-037 colour on request, none by default, none with NO_COLOR", async () => {
    const run = async (env: Record<string, string>) => (await assay(["doctor"], { cwd: folder, env })).stdout;
    expect(await run({ FORCE_COLOR: "1" })).toContain("\u001b[32mok");
    expect(await run({})).not.toContain("\u001b");
    expect(await run({ FORCE_COLOR: "1", NO_COLOR: "1" })).not.toContain("\u001b");
    expect(await run({ FORCE_COLOR: "1", NO_COLOR: "" })).toContain("\u001b[32mok");
  });

  test("a reader that leaves early is no error", async () => {
    const { status, stdout, stderr } = await shell(
      '{ "$NODE" "$ASSAY" atlas --json; echo "status $?" >&2; } | head -1',
    );
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "{\n", stderr: "status 0\n" });
  });

  test("an error longer than a pipe holds arrives whole at a slow reader", async () => {
    const word = "x".repeat(100_000);
    const { stdout } = await shell(`"$NODE" "$ASSAY" ${word} --json | { sleep 0.5; cat; }`);
    expect(JSON.parse(stdout).error.data.command).toBe(word);
  });
});

describe("explain", () => {
  const log = [
    "> shop@1.0.0 test",
    "> vitest run",
    " FAIL  test/total.test.js > checkout > total includes shipping",
    "AssertionError: expected 999 to be 1299",
    " Tests  1 failed | 11 passed (12)",
    "##[error]Process completed with exit code 1.",
    "",
  ].join("\n");
  const junit = (failed: number, name = "case") =>
    `<testsuite name="suite" tests="${failed}" failures="${failed}">${Array.from(
      { length: failed },
      (_, at) =>
        `<testcase classname="Suite" name="${name} ${at}"><failure message="expected 1 to be 2">at x</failure></testcase>`,
    ).join("\n")}</testsuite>`;

  test("a log from standard input, for a person and as JSON", async () => {
    const text = await assay(["explain", "-"], { input: log, cwd: folder });
    expect(text).toMatchObject({ status: 0, stderr: "" });
    expect(text.stdout).toMatch(/^cause {2}\S/m);
    expect(text.stdout).toMatch(/^▸ +4 │ AssertionError: expected 999 to be 1299$/m);
    expect(text.stdout).toContain("✗ test/total.test.js > checkout > total includes shipping");
    expect(text.stdout).toMatch(/^next {3}\S/m);
    const json = await assay(["explain", "-", "--json"], { input: log, cwd: folder });
    expect(json).toMatchObject({ status: 0, stderr: "" });
    expect(JSON.parse(json.stdout)).toMatchObject({
      schemaVersion: 1,
      kind: "explanation",
      files: [{ file: "-", tests: { total: 12, failed: 1 } }],
      unread: [],
    });
  });

  test("a file that is missing: its error alone ends with 2", async () => {
    const { status, stdout, stderr } = await assay(["explain", "nope.log"], { cwd: folder });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toBe(
      "error: nope.log: no such file [source_missing]\n  try: check the path; `-` reads standard input\n",
    );
    const json = await assay(["explain", "nope.log", "--json"], { cwd: folder });
    expect(json).toMatchObject({ status: 2, stderr: "" });
    expect(JSON.parse(json.stdout)).toMatchObject({
      kind: "error",
      error: { code: "source_missing", data: { file: "nope.log" } },
    });
  });

  test("L-040 one file of two is missing: the other is explained, the document is one, and it ends with 2", async () => {
    const text = await assay(["explain", "nope.log", "-"], { input: log, cwd: folder });
    expect(text.status).toBe(2);
    expect(text.stdout).toContain("cause  ");
    expect(text.stderr).toContain("nope.log: no such file");
    const json = await assay(["explain", "nope.log", "-", "--json"], { input: log, cwd: folder });
    expect(json).toMatchObject({ status: 2, stderr: "" });
    expect(JSON.parse(json.stdout)).toMatchObject({
      kind: "explanation",
      files: [{ file: "-" }],
      unread: [{ file: "nope.log", code: "source_missing" }],
    });
  });

  test("no file at all is a matter of usage", async () => {
    expect(await assay(["explain"])).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("[usage_invalid]"),
    });
  });

  test("a document longer than a pipe holds arrives whole at a slow reader", async () => {
    writeFileSync(join(folder, "many.xml"), junit(5_000));
    const { stdout } = await shell('"$NODE" "$ASSAY" explain many.xml --json | { sleep 0.5; cat; }', {
      cwd: folder,
    });
    expect(stdout.length).toBeGreaterThan(65_536);
    expect(JSON.parse(stdout).files[0].tests).toMatchObject({ total: 5_000, failed: 5_000 });
  });

  test("names ten failed tests and counts the others; no row is wider than 80 columns L-038", async () => {
    const { stdout } = await assay(["explain", "-"], {
      input: junit(13, "合計は送料を含む ".repeat(12)),
      cwd: folder,
    });
    expect(stdout.match(/✗ /g)).toHaveLength(10);
    expect(stdout).toContain("and 3 more");
    for (const row of stdout.split("\n")) expect(displayWidth(row)).toBeLessThanOrEqual(80);
  });

  test("hostile text cannot act on the terminal, and JSON keeps it escaped", async () => {
    const name = "\u009b31mtotal\u202e\u200b";
    const hostile = `${junit(1, name).replace("expected 1 to be 2", "expected \u009d0;owned\u009c 1 to be 2")}`;
    const text = await assay(["explain", "-"], { input: hostile, cwd: folder });
    expect(text.status).toBe(0);
    expect(text.stdout).toContain("total 0");
    expect(text.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u200b]/);
    const json = await assay(["explain", "-", "--json"], { input: hostile, cwd: folder });
    expect(json.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u200b]/);
    expect(JSON.parse(json.stdout).files[0].tests.failedNames[0]).toContain(name);
  });

  test("--record keeps results, and says so where there is no repository", async () => {
    writeFileSync(join(folder, "junit.xml"), junit(2));
    const record = (cwd: string) =>
      assay(["explain", join(folder, "junit.xml"), "--record", "--json"], { cwd });
    const notes = async (cwd: string) =>
      JSON.parse((await record(cwd)).stdout).files[0].notes.map(
        ({ message }: { message: string }) => message,
      );
    expect(await notes(folder)).toContainEqual(expect.stringMatching(/^recorded /));
    expect(await notes(folder)).toContainEqual(expect.stringMatching(/^recorded before/));
    const outside = await record("/");
    expect(outside.status).toBe(0);
    expect(await notes("/")).toContainEqual(expect.stringMatching(/is not in a git repository/));
  });
});

describe("the launcher", () => {
  test.each(["18.20.4", "22.15.1"])("on Node %s says what it needs and ends with 2", async (version) => {
    const node = before(
      `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`,
    );
    const { status, stdout, stderr } = await assay(["doctor"], { node });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toBe(
      `error: assay needs Node 22.16 or newer; this is Node ${version}\n  try: install a newer Node (https://nodejs.org), then run the command again\n`,
    );
  });

  test("works from any folder, through a link, and without a writable cache", async () => {
    const { stdout } = await shell(
      `mkdir -p "$TMP/bin" && ln -s "$ASSAY" "$TMP/bin/assay" && "$NODE" "$TMP/bin/assay" --version`,
      {
        env: { TMP: folder, XDG_CACHE_HOME: "/dev/null/nowhere" },
      },
    );
    expect(stdout).toMatch(/^assay\//);
  });

  test("an interrupt ends it as a shell expects", async () => {
    const child = spawn(process.execPath, [LAUNCHER, "explain", "-"], { stdio: ["pipe", "pipe", "pipe"] });
    const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
    setTimeout(() => child.kill("SIGINT"), 1_500);
    expect(await ended).toEqual({ code: null, signal: "SIGINT" });
  });
});
