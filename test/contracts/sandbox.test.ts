import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { shellSandbox } from "../../knowledge/adapters/shell/sandbox.ts";
import { processStart } from "../../knowledge/adapters/system/process-start.ts";
import { NO_SANDBOX, SMALL, sandbox, sandboxed } from "../support/sandboxed.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const apart = describe.skipIf(NO_SANDBOX !== null);
const skipped = NO_SANDBOX === null ? "" : ` (skipped: ${NO_SANDBOX})`;

/** A value that only whoever reads the memory or the files of this process can print. */
const TOKEN = `token-${process.pid}-${Math.random().toString(36).slice(2)}`;

async function listening(server: Server, place: string | number): Promise<Server> {
  server.listen(place);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

/** Whether a process of this host has this word in its arguments. */
function isRunning(word: string): boolean {
  return execFileSync("ps", ["-eo", "args"]).toString().includes(word);
}

apart(`a command in the sandbox${skipped}`, () => {
  test("works in the copy and leaves there what it writes, with its exit code and both outputs in order", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "given"), "from the commit\n");
    const end = await sandboxed("cat given; echo two >&2; echo three; echo made > new; exit 7", { folder });
    expect(end).toMatchObject({ code: 7, limit: null, tail: "", bytes: 26 });
    expect(end.head).toBe("from the commit\ntwo\nthree\n");
    expect(readFileSync(join(folder, "new"), "utf8")).toBe("made\n");
  });

  test("has the environment that it is given, an empty home, and can write there and in /tmp", async () => {
    process.env.ASSAY_TEST_TOKEN = TOKEN;
    onTestFinished(() => void delete process.env.ASSAY_TEST_TOKEN);
    const { head } = await sandboxed(
      'env; ls -A "$HOME"; echo a > "$HOME/a"; echo b > /tmp/b; cat "$HOME/a" /tmp/b',
      {
        env: { CI: "true" },
      },
    );
    const names = [...head.matchAll(/^(\w+)=/gm)].map(([, name]) => name).sort();
    expect(names).toEqual(["CI", "HOME", "LANG", "LOGNAME", "PATH", "PWD", "TMPDIR", "USER"]);
    expect(head).toMatch(/\na\nb\n$/);
    expect(head).not.toContain(TOKEN);
  });

  test("runs the node of the PATH, wherever that is installed", async () => {
    const { head } = await sandboxed("node -p process.version");
    expect(head.trim()).toBe(execFileSync("node", ["--version"]).toString().trim());
  });

  test("keeps the beginning and the end of long output, and counts all of it", async () => {
    const end = await sandboxed("seq 1 100000; echo last", {});
    expect(end).toMatchObject({ code: 0, limit: null, bytes: 588_900 });
    expect(end.head.startsWith("1\n2\n3\n")).toBe(true);
    expect(end.head.length).toBe(64 * 1024);
    expect(end.tail.endsWith("\n100000\nlast\n")).toBe(true);
    expect(Buffer.byteLength(end.tail)).toBeLessThanOrEqual(64 * 1024);
  });

  test("reads the folders that it is given, at their place in the copy, and cannot write to them", async () => {
    const host = temporaryFolder();
    for (const name of ["node_modules", ".venv"]) {
      mkdirSync(join(host, name, "lib"), { recursive: true });
      writeFileSync(join(host, name, "lib", "main.js"), "module.exports = 41 + 1\n");
    }
    symlinkSync("../packages/own", join(host, "node_modules/own"));
    const readOnly = ["node_modules", ".venv", "absent"].map((path) => ({ host: join(host, path), path }));
    const end = await sandboxed(
      [
        `node -p 'require("lib/main.js")'; readlink node_modules/own`,
        `mkdir -p node_modules/.vite-temp && echo tools may`,
        `for place in node_modules/lib .venv .venv/lib ${host}/.venv; do`,
        `  echo x > $place/written; rm -f $place/main.js $place/lib/main.js; chmod -R 777 $place; done 2>/dev/null`,
        `mv node_modules/lib elsewhere; ls -d absent`,
      ].join("\n"),
      { readOnly },
    );
    expect(end.head).toContain("42\n../packages/own\ntools may\n");
    for (const name of ["node_modules", ".venv"]) {
      expect(readFileSync(join(host, name, "lib", "main.js"), "utf8")).toContain("41 + 1");
      expect(existsSync(join(host, name, "written"))).toBe(false);
      expect(existsSync(join(host, name, "lib/written"))).toBe(false);
      expect(existsSync(join(host, name, ".vite-temp"))).toBe(false);
    }
  });

  test("is not begun where a read-only folder would lie behind a link of the copy", async () => {
    const folder = temporaryFolder();
    const host = temporaryFolder();
    symlinkSync("/etc", join(folder, "node_modules"));
    await expect(
      sandboxed("true", { folder, readOnly: [{ host, path: "node_modules/x" }] }),
    ).rejects.toMatchObject({ code: "sandbox_unavailable" });
    await expect(sandboxed("true", { readOnly: [{ host, path: "../out" }] })).rejects.toMatchObject({
      code: "sandbox_unavailable",
    });
  });
});

apart(`a hostile suite${skipped}`, () => {
  test("finds no token in the environment of any process", async () => {
    process.env.ASSAY_TEST_TOKEN = TOKEN;
    onTestFinished(() => void delete process.env.ASSAY_TEST_TOKEN);
    const { head } = await sandboxed(
      "cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline | tr '\\0' '\\n'; ls -d /proc/[0-9]* | wc -l",
    );
    expect(head).toContain("HOME=/home/tester");
    expect(head).not.toContain(TOKEN);
    expect(head).not.toContain("vitest");
    expect(Number(head.trim().split("\n").at(-1))).toBeLessThan(10);
  });

  test("finds no home, no settings of git, no .git, no socket and no file of the host", async () => {
    const host = temporaryFolder();
    writeFileSync(join(host, "secret"), TOKEN);
    const home = process.env.HOME ?? "/root";
    const places = [
      host,
      "/root/.ssh",
      "/root/.gitconfig",
      home,
      "/run",
      "/var/run/docker.sock",
      "/etc/shadow",
      "/etc/gitconfig",
      "/sys",
      "/boot",
      process.cwd(),
    ];
    const { head } = await sandboxed(
      `for p in ${places.join(" ")}; do find "$p" -type f -not -path '*/node_modules/*' -not -path '*/.pyenv/*' 2>/dev/null; done
       git config --list --show-origin; find / -path /proc -prune -o \\( -name .git -o -type s \\) -print 2>/dev/null; grep -rl ${TOKEN} / --exclude-dir=usr --exclude-dir=proc --exclude-dir=.pyenv --exclude-dir=node_modules 2>/dev/null; echo end`,
      // It reads all that the sandbox shows of the disk.
      { timeoutMs: 90_000 },
    );
    const found = head.trim().split("\n");
    // Its own toolchain may stand below a home.
    expect(found.filter((line) => !/\/(?:bin|lib|include)\//.test(line))).toEqual(["end"]);
  }, 120_000);

  test("reaches no server of the host, no name and no abstract socket", async () => {
    const inet = await listening(
      createServer((socket) => socket.end(TOKEN)),
      0,
    );
    const abstract = await listening(
      createServer((socket) => socket.end(TOKEN)),
      `\0assay-${TOKEN}`,
    );
    expect(abstract.listening).toBe(true);
    const script = `
      const net = require("node:net");
      const ask = (options) => new Promise((resolve) => {
        const socket = net.connect(options);
        socket.setTimeout(2000, () => resolve("none"));
        socket.on("data", (data) => resolve("got " + data));
        socket.on("error", (error) => resolve(error.code));
      });
      (async () => {
        console.log(await ask({ port: ${portOf(inet)}, host: "127.0.0.1" }));
        console.log(await ask({ path: "\\0assay-${TOKEN}" }));
        console.log(await ask({ port: 80, host: "192.0.2.1" }));
        console.log(await require("node:dns/promises").lookup("example.org").then(() => "got", (e) => e.code));
        console.log(Object.keys(require("node:os").networkInterfaces()).join());
      })();`;
    const folder = temporaryFolder();
    writeFileSync(join(folder, "net.cjs"), script);
    const { head } = await sandboxed("node net.cjs", { folder });
    expect(head.trim().split("\n")).toEqual([
      "ECONNREFUSED",
      "ECONNREFUSED",
      "ENETUNREACH",
      expect.stringMatching(/^E/),
      "lo",
    ]);
  });

  test("cannot see, signal or trace a process of the host", async () => {
    const victim = spawn("sleep", ["60"]);
    onTestFinished(() => void victim.kill());
    const { head } = await sandboxed(
      `kill -9 ${victim.pid} || echo no victim; kill -9 ${process.pid} || echo no parent; kill -9 -1; echo after`,
    );
    expect(head).toContain("no victim");
    expect(head).toContain("no parent");
    expect(victim.exitCode ?? victim.signalCode).toBeNull();
  });

  test("cannot mount, make devices, change the kernel's settings or write outside of the copy", async () => {
    const outside = temporaryFolder();
    const { head } = await sandboxed(
      `mount -t tmpfs none /usr && echo bad; mknod /tmp/sda b 8 0 && echo bad; chroot / true && echo bad
       for f in /proc/sys/kernel/core_pattern /proc/sysrq-trigger /proc/sys/kernel/hostname /etc/passwd /usr/bin/sh /x /dev/x ../x ${outside}/x; do
         (echo x > $f) 2>/dev/null && echo bad $f; done
       echo devices: $(ls /dev); umount /project && echo bad; grep -c . /proc/self/status
       grep CapEff /proc/self/status; grep NoNewPrivs /proc/self/status`,
    );
    expect(head).not.toMatch(/^bad/m);
    expect(head).toMatch(/CapEff:\s+0000000000000000/);
    expect(head).toMatch(/NoNewPrivs:\s+1/);
    const devices = "core fd full null ptmx pts random shm stderr stdin stdout tty urandom zero";
    expect(head).toContain(`devices: ${devices}\n`);
    expect(existsSync(join(outside, "x"))).toBe(false);
  });

  test("gets nothing of the host by links that it makes", async () => {
    const folder = temporaryFolder();
    const outside = temporaryFolder();
    writeFileSync(join(outside, "secret"), TOKEN);
    const { head } = await sandboxed(
      `ln -s ${outside} out; ln -s /proc/1/root root; cat out/secret root${outside}/secret; echo x > out/secret; echo end`,
      { folder },
    );
    expect(head).not.toContain(TOKEN);
    expect(readFileSync(join(outside, "secret"), "utf8")).toBe(TOKEN);
  });

  test("a fork bomb ends by the limit of processes, and the host keeps its own", async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, "bomb.py"),
      "import os, time\nwhile True:\n  try: os.fork()\n  except OSError: time.sleep(0.01)\n",
    );
    const end = await sandboxed("python3 bomb.py assay-bomb", {
      folder,
      limits: { ...SMALL, memoryBytes: 8 * 1024 ** 3 },
    });
    expect(end).toMatchObject({ code: null, limit: "processes" });
    expect(isRunning("assay-bomb")).toBe(false);
  });

  test("endless output ends by the limit of output, and no more than that is read", async () => {
    const end = await sandboxed("head -c 10737418240 /dev/zero | tr '\\0' x");
    expect(end).toMatchObject({ code: null, limit: "output" });
    expect(end.bytes).toBeLessThan(SMALL.outputBytes + 1024 ** 2);
  });

  test("a file of 10 GB ends by the limit of a file, holes or not", async () => {
    for (const command of [
      "head -c 10737418240 /dev/zero > big",
      "truncate -s 10G big",
      "truncate -s 10G /tmp/big",
    ]) {
      const end = await sandboxed(command);
      expect(end.code, command).not.toBe(0);
      if (!command.includes("/tmp")) expect(end.limit, command).toBe("file");
    }
  });

  test("many files end by the limit of the disk, also those that have no name any more", async () => {
    const write = "i=0; while :; do i=$((i+1)); head -c 16000000 /dev/zero > f$i; done";
    expect(await sandboxed(write)).toMatchObject({ code: null, limit: "disk" });
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, "unlinked.py"),
      "import os, time\nkept = []\nfor i in range(64):\n  f = open('f', 'wb'); os.unlink('f'); f.write(bytes(16000000)); f.flush(); kept.append(f)\ntime.sleep(60)\n",
    );
    expect(await sandboxed("python3 unlinked.py", { folder })).toMatchObject({ code: null, limit: "disk" });
  });

  test("its folders in memory hold no more than a part of the limits", async () => {
    const { head } = await sandboxed(
      'for d in /tmp /dev/shm "$HOME"; do i=0; while head -c 16000000 /dev/zero > $d/f$i; do i=$((i+1)); done 2>/dev/null; du -xsm $d; done',
    );
    const sizes = head
      .trim()
      .split("\n")
      .map((line) => Number(line.split("\t")[0]));
    expect(sizes).toHaveLength(3);
    for (const size of sizes) expect(size).toBeLessThanOrEqual(SMALL.diskBytes / 1024 ** 2 + 1);
  });

  test("a hog of memory ends, by the limit or for want of it", async () => {
    const slow = await sandboxed('python3 -c "x=[]\nwhile True: x.append(bytearray(4<<20))"');
    expect(slow).toMatchObject({ code: null, limit: "memory" });
    const sudden = await sandboxed("python3 -c 'x=bytearray(16<<30)'");
    expect(sudden.code).not.toBe(0);
    expect(sudden.limit ?? sudden.head).toMatch(/memory|MemoryError/);
  });

  test("what takes too long is ended, whatever signals it ignores, and all that it began", async () => {
    const end = await sandboxed("trap '' TERM INT HUP; (setsid sleep 987.6 &); sleep 987.6; sleep 987.6", {
      timeoutMs: 700,
    });
    expect(end).toMatchObject({ code: null, limit: "time" });
    expect(end.durationMs).toBeLessThan(5_000);
    expect(isRunning("sleep 987.6")).toBe(false);
  });

  test("a process that outlives its parent is gone when the command has ended", async () => {
    const end = await sandboxed("(setsid nohup sleep 876.5 >/dev/null 2>&1 &); sleep 0.2; echo done");
    expect(end).toMatchObject({ code: 0, limit: null, head: "done\n" });
    expect(isRunning("sleep 876.5")).toBe(false);
  });

  test.each(["bubblewrap", "none"] as const)("everything dies with us: %s", async (kind) => {
    const folder = temporaryFolder();
    // Another run of the tests on this machine must not be taken for this one.
    const word = `765.${process.pid}${kind.length}`;
    const main = join(folder, "main.mts");
    const adapter = join(import.meta.dirname, "../../knowledge/adapters/shell/sandbox.ts");
    const options = { folder, readOnly: [], env: {}, timeoutMs: 60_000, limits: SMALL, kind };
    writeFileSync(
      main,
      `import { shellSandbox } from ${JSON.stringify(adapter)};
       await shellSandbox({ env: process.env }).run("sleep ${word} & sleep ${word}", ${JSON.stringify(options)});`,
    );
    const parent = spawn(process.execPath, [main], { stdio: "inherit" });
    for (let tries = 0; tries < 200 && !isRunning(`sleep ${word}`); tries++) await sleep(50);
    expect(isRunning(`sleep ${word}`)).toBe(true);
    parent.kill("SIGKILL");
    await once(parent, "exit");
    for (let tries = 0; tries < 100 && isRunning(`sleep ${word}`); tries++) await sleep(50);
    expect(isRunning(`sleep ${word}`)).toBe(false);
  });
});

describe("without a sandbox", () => {
  test("its state says that bubblewrap is missing, and a run is refused with the way out", async () => {
    const bare = shellSandbox({ env: { PATH: temporaryFolder() } });
    expect(await bare.state()).toEqual({ kind: "unavailable", reason: "there is no program `bwrap`" });
    const options = { folder: temporaryFolder(), readOnly: [], env: {}, timeoutMs: 1_000, limits: SMALL };
    await expect(bare.run("true", { ...options, kind: "bubblewrap" })).rejects.toMatchObject({
      code: "sandbox_unavailable",
      hint: expect.stringContaining("sandbox: {kind: none}"),
    });
  });

  test("bubblewrap that the system does not let work is said in its own words", async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, "bwrap"),
      "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n",
      { mode: 0o755 },
    );
    const denied = shellSandbox({ env: { PATH: `${folder}:${process.env.PATH}` } });
    expect(await denied.state()).toEqual({
      kind: "unavailable",
      reason: "bwrap: No permissions to create new namespace",
    });
  });

  test("a person's `none` runs the command with its own environment and home, and the limits hold", async () => {
    process.env.ASSAY_TEST_TOKEN = TOKEN;
    onTestFinished(() => void delete process.env.ASSAY_TEST_TOKEN);
    const folder = temporaryFolder();
    const run = (command: string, timeoutMs = 20_000) =>
      sandboxed(command, { folder, kind: "none", timeoutMs });
    const plain = await run('env; ls -A "$HOME"; pwd; exit 3');
    expect(plain).toMatchObject({ code: 3, limit: null });
    expect(plain.head).toContain(`\n${folder}\n`);
    expect(plain.head).not.toContain(TOKEN);
    expect(await run("yes")).toMatchObject({ code: null, limit: "output" });
    expect(await run("head -c 100000000 /dev/zero > big")).toMatchObject({ code: null, limit: "file" });
    expect(await run("(setsid sleep 654.3 &); sleep 654.3", 500)).toMatchObject({
      code: null,
      limit: "time",
    });
    expect(isRunning("sleep 654.3")).toBe(false);
    expect(await processStart(process.pid)).not.toBeNull();
  });
});

test("whether a command can be run apart is asked once and does not change", async () => {
  expect(await sandbox.state()).toEqual(await sandbox.state());
});
