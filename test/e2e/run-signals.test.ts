import { spawn } from "node:child_process";
import pty from "@lydell/node-pty";
import { describe, expect, test } from "vitest";
import { learningTree } from "../support/learning-tree.ts";
import { LAUNCHER } from "../support/run-assay.ts";
import { click, runText } from "../support/run-text.ts";

/** Says what it sees of colours, counts what interrupts it, and ends half a second after the first. */
const COUNTER = `
let count = 0;
const keepAlive = setInterval(() => {}, 1000);
const told = () => { console.log("interrupted " + count); process.exit(5); };
process.on("SIGINT", () => { if (++count === 1) setTimeout(told, 500); });
process.on("SIGTERM", () => { console.log("terminated"); process.exit(6); });
console.log("colours " + (process.env.FORCE_COLOR ?? "none") + ", ready");
`;

const { CI: _, GITHUB_ACTIONS: _actions, NO_COLOR: _no, FORCE_COLOR: _force, ...ENV } = process.env;

async function tree() {
  const made = await learningTree();
  made.put("counter.mjs", COUNTER);
  return made;
}
const argv = [LAUNCHER, "run", "--", process.execPath, "counter.mjs"];

describe("a command that is interrupted", () => {
  test.each([
    ["SIGINT", 5, "interrupted 1"],
    ["SIGTERM", 6, "terminated"],
  ] as const)(
    "without a terminal %s goes to the command, and its status is ours",
    async (signal, status, said) => {
      const { folder } = await tree();
      const child = spawn(process.execPath, argv, { cwd: folder, env: { ...ENV, HOME: folder } });
      let out = "";
      child.stdout.on("data", (chunk: Buffer) => {
        if (out === "") child.kill(signal);
        out += chunk.toString();
      });
      const ended = await new Promise((resolve) => child.on("close", resolve));
      expect({ ended, out }).toEqual({ ended: status, out: `colours none, ready\n${said}\n` });
    },
  );

  test("in a terminal it is interrupted once, keeps its colours, and the verdict follows", async () => {
    const { folder } = await tree();
    const terminal = pty.spawn(process.execPath, argv, {
      cwd: folder,
      env: { ...ENV, HOME: folder, TERM: "xterm-256color" } as Record<string, string>,
      cols: 100,
    });
    let out = "";
    let isSent = false;
    terminal.onData((text) => {
      out += text;
      if (isSent || !out.includes("ready")) return;
      isSent = true;
      terminal.write("\u0003");
    });
    const { exitCode } = await new Promise<{ exitCode: number }>((resolve) => terminal.onExit(resolve));
    expect(out).toContain("colours 2, ready");
    expect(out).toContain("interrupted 1");
    expect(out).toMatch(/interrupted 1[\s\S]*assay: .*fail/);
    expect(exitCode).toBe(5);
  });

  test("NO_COLOR and a person's own FORCE_COLOR stand", async () => {
    const { folder } = await tree();
    const seen = async (env: Record<string, string>) => {
      const terminal = pty.spawn(
        process.execPath,
        [LAUNCHER, "run", "--", process.execPath, "-p", "'<' + process.env.FORCE_COLOR + '>'"],
        { cwd: folder, env: { ...ENV, HOME: folder, TERM: "xterm", ...env } as Record<string, string> },
      );
      let out = "";
      terminal.onData((text) => {
        out += text;
      });
      await new Promise((resolve) => terminal.onExit(resolve));
      return out;
    };
    expect(await seen({ NO_COLOR: "1" })).toContain("<undefined>");
    expect(await seen({ FORCE_COLOR: "0" })).toContain("<0>");
    expect(await seen({ TERM: "dumb" })).toContain("<undefined>");
  });

  test("a process that it leaves in the background does not hold it up, and what it said itself is all there", async () => {
    const { assay: run } = await tree();
    const started = performance.now();
    const script = "sleep 8 & head -c 300000 /dev/zero | tr '\\0' y; echo; echo hi; exit 4";
    const { status, stdout, stderr } = await run(["run", "--", "sh", "-c", script]);
    expect(performance.now() - started).toBeLessThan(6_000);
    expect({ status, said: stdout.length }).toEqual({ status: 4, said: 300_004 });
    expect(stdout).toMatch(/\nhi\n$/);
    expect(stderr).toMatch(/^assay: fail · no tests/);
  });

  test("a reader that is slow still gets all of it", async () => {
    const { folder } = await tree();
    const script = "sleep 20 & head -c 2000000 /dev/zero | tr '\\0' y";
    const child = spawn(process.execPath, [LAUNCHER, "run", "--", "sh", "-c", script], {
      cwd: folder,
      env: { ...ENV, HOME: folder },
    });
    const ended = new Promise((resolve) => child.on("close", resolve));
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    let size = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
    });
    expect(await ended).toBe(0);
    expect(size).toBe(2_000_000);
  });

  test("what a run that was killed left is told by the next one, and `ingest` takes it as cut off", async () => {
    const made = await tree();
    const text = runText([
      { name: "one", steps: [click("Pay")] },
      { name: "two", steps: [click("Order")] },
    ]);
    made.put("cut.ndjson", text.split("\n").slice(0, -4).join("\n"));
    const script = 'cp cut.ndjson "$ASSAY_RUN_FOLDER/r.ndjson"; echo ready $$; exec sleep 30';
    const child = spawn(process.execPath, [LAUNCHER, "run", "--", "sh", "-c", script], {
      cwd: made.folder,
      env: { ...ENV, HOME: made.folder },
    });
    const ended = new Promise((resolve) => child.on("close", resolve));
    const said = await new Promise<Buffer>((resolve) => child.stdout.once("data", resolve));
    // While it runs, its files are its own.
    expect((await made.assay(["ingest"])).stderr).toContain("[report_none]");
    child.kill("SIGKILL");
    process.kill(Number(said.toString().split(" ")[1]));
    await ended;
    const next = await made.assay(["run", "--", "true"]);
    expect(next).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(
        /^assay: pass · no tests[\s\S]*a run that was killed left run files.*`assay ingest`/,
      ),
    });
    const taken = await made.assay(["ingest"]);
    expect(taken.status).toBe(0);
    expect(taken.stderr).toMatch(
      /^assay: .*a run that was killed: it may be cut off\nassay: fail · 2 tests, 1 passed, 1 failed/,
    );
    expect((await made.json(["runs", "list", "--limit", "1"])).document.runs).toMatchObject([
      { title: "what a killed run left" },
    ]);
    expect((await made.assay(["ingest"])).stderr).toContain("[report_none]");
    expect((await made.assay(["run", "--", "true"])).stderr).not.toContain("killed");
  });

  test("output that nobody reads any more ends the command as it would without us", async () => {
    const { folder } = await tree();
    const script = `for (;;) require("fs").writeSync(1, "y\\n");`;
    const child = spawn(process.execPath, [LAUNCHER, "run", "--", process.execPath, "-e", script], {
      cwd: folder,
      env: { ...ENV, HOME: folder },
    });
    child.stdout.once("data", () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.on("close", resolve));
    expect(status).not.toBe(0);
  });
});
