import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { gitChangeBranch } from "../../knowledge/adapters/git/change-branch.ts";
import { systemHolder } from "../../knowledge/adapters/system/holder.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Without what the machine or its user set. */
const ENV = {
  PATH: process.env.PATH ?? "",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  HOME: "/nowhere",
};

/** A clone with a remote, and where copies are made. */
let clone: string;
let remote: string;
let copies: string;
beforeEach(() => {
  const top = realpathSync(temporaryFolder());
  [clone, remote, copies] = [join(top, "clone"), join(top, "owner/shop.git"), join(top, "copies")];
  for (const folder of [clone, remote, copies]) mkdirSync(folder, { recursive: true });
  git("init --quiet --bare --initial-branch=main", remote);
  git("init --quiet --initial-branch=main");
  git("config user.name Ada && git config user.email ada@example.org");
  git(`remote add origin '${remote}'`);
});

function git(command: string, cwd = clone): string {
  return execFileSync("sh", ["-c", `git ${command}`], { cwd, env: ENV, stdio: "pipe" })
    .toString()
    .trim();
}

function put(path: string, text: string | Buffer, mode = 0o644): void {
  mkdirSync(dirname(join(clone, path)), { recursive: true });
  writeFileSync(join(clone, path), text);
  chmodSync(join(clone, path), mode);
}

/** Commits the work tree and pushes it to a branch. */
function push(branch = "topic"): string {
  git("add --all && git commit --quiet --allow-empty --message=one");
  git(`push --quiet origin HEAD:refs/heads/${branch}`);
  return git("rev-parse HEAD");
}

const branchOf = (env: Readonly<Record<string, string>> = {}, cwd = clone) =>
  gitChangeBranch({ cwd, env: { ...ENV, ...env } }, { temporary: copies, holder: systemHolder });

/** All that must stay as it is. */
const state = () => ({
  refs: git("for-each-ref"),
  head: readFileSync(join(clone, ".git/HEAD"), "utf8"),
  index: git("ls-files --stage"),
  status: git("status --porcelain=v2 -uall"),
  config: readFileSync(join(clone, ".git/config"), "utf8"),
  fetched: existsSync(join(clone, ".git/FETCH_HEAD")),
});

/** Every file of a folder with its text. */
function filesOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => !entry.isDirectory(),
  );
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(
    paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, "latin1")]),
  );
}

describe("reading a commit of a change", () => {
  test("lists its plain files and reads those that are text of a bearable size", async () => {
    put("b.test.ts", "zwei: „ü“\n");
    put("a/run.sh", "#!/bin/sh\n", 0o755);
    put("zeile\numbruch", "no path for us");
    put("binary.bin", Buffer.from([1, 0, 2]));
    put("latin.txt", Buffer.from([0x66, 0xfc, 0x72]));
    put("large.txt", "x".repeat(1024 * 1024 + 1));
    symlinkSync("b.test.ts", join(clone, "link"));
    const commit = push();
    put("b.test.ts", "changed in the work tree");
    const branch = branchOf();
    expect(await branch.list(commit)).toEqual([
      "a/run.sh",
      "b.test.ts",
      "binary.bin",
      "large.txt",
      "latin.txt",
    ]);
    expect(await branch.read(commit, "b.test.ts")).toBe("zwei: „ü“\n");
    for (const path of ["a", "link", "missing", "binary.bin", "latin.txt", "large.txt", "../clone/b.test.ts"])
      expect(await branch.read(commit, path), path).toBeNull();
    await expect(branch.list("0".repeat(40))).rejects.toMatchObject({ code: "git_failed" });
    await expect(branch.list("--output=x")).rejects.toMatchObject({ code: "git_failed" });
  });

  test("finds lines by their exact text, in order of path and as many as asked for", async () => {
    put("b.ts", "one\nfound (it.*)\nfound (it.*) again\n");
    put("a b.ts", "found (it.*)\n");
    put("binary", Buffer.from("found (it.*)\0\n"));
    const commit = push();
    const branch = branchOf();
    expect(await branch.search(commit, "(it.*)", 2)).toEqual([
      { path: "a b.ts", line: 1, text: "found (it.*)" },
      { path: "b.ts", line: 2, text: "found (it.*)" },
    ]);
    for (const text of ["nothing", "", "one\nfound", "--open-files-in-pager=false"])
      expect(await branch.search(commit, text, 9), text).toEqual([]);
  });

  test("shows what a change did since it left its base, cut at a whole line, and its commits' messages", async () => {
    put("a.ts", "one\n");
    const base = push("main");
    put("a.ts", "two\n");
    git("add --all && git commit --quiet --message='second' --message='Assay-Key: k1'");
    const head = git("rev-parse HEAD");
    git(`checkout --quiet ${base}`);
    put("elsewhere.ts", "on the base\n");
    git("add --all && git commit --quiet --message=later");
    const later = git("rev-parse HEAD");
    const branch = branchOf();
    const diff = await branch.diff(later, head, 100_000);
    expect(diff).toMatch(/^diff --git a\/a\.ts b\/a\.ts\n[\s\S]*\n-one\n\+two\n$/);
    expect(diff.startsWith(await branch.diff(later, head, 60))).toBe(true);
    expect(await branch.diff(later, head, 60)).toBe(
      "diff --git a/a.ts b/a.ts\nindex 5626abf..f719efd 100644\n",
    );
    expect(await branch.log(base, head)).toEqual([{ commit: head, message: "second\n\nAssay-Key: k1" }]);
  });
});

describe("a copy", () => {
  test("holds the files as they are committed, with the edits over them, and nothing else", async () => {
    put("src/a.ts", "one\n");
    put("run.sh", "#!/bin/sh\n", 0o755);
    put("bytes", Buffer.from([0xff, 0, 0x0d, 0x0a]));
    put("gone.test.ts", "old");
    symlinkSync("/etc/passwd", join(clone, "outside"));
    symlinkSync("src", join(clone, "inside"));
    const commit = push();
    const before = state();
    const copy = await branchOf().copy(commit, [
      { path: "src/new/a.test.ts", text: "new\n" },
      { path: "src/a.ts", text: "two\n" },
      { path: "run.sh", text: "#!/bin/sh\nexit\n" },
      { path: "gone.test.ts", text: null },
    ]);
    expect(filesOf(copy.folder)).toEqual({
      bytes: "\xff\0\r\n",
      "run.sh": "#!/bin/sh\nexit\n",
      "src/a.ts": "two\n",
      "src/new/a.test.ts": "new\n",
    });
    expect(statSync(join(copy.folder, "run.sh")).mode & 0o777).toBe(0o755);
    expect(statSync(dirname(copy.folder)).mode & 0o777).toBe(0o700);
    mkdirSync(join(copy.folder, "closed"));
    writeFileSync(join(copy.folder, "closed/file"), "");
    chmodSync(join(copy.folder, "closed"), 0);
    await copy.close();
    expect(readdirSync(copies)).toEqual([]);
    expect(state()).toEqual(before);
  });

  test("runs no filter, hook, fsmonitor, attribute or textconv of the clone", async () => {
    const proof = join(copies, "ran");
    const script = `sh -c 'touch ${proof}; cat'`;
    put(".gitattributes", "* filter=evil diff=evil ident\n*.ts text eol=crlf\n");
    put("a.ts", "$Id$\none\n");
    const commit = push();
    put("a.ts", "two\n");
    const head = push();
    for (const [key, value] of [
      ["filter.evil.smudge", script],
      ["filter.evil.clean", script],
      ["filter.evil.process", script],
      ["diff.evil.textconv", script],
      ["diff.evil.command", script],
      ["diff.external", script],
      ["core.fsmonitor", script],
    ] as const)
      git(`config ${key} "${value}"`);
    for (const hook of [
      "post-checkout",
      "pre-push",
      "pre-commit",
      "reference-transaction",
      "post-index-change",
    ])
      put(`.git/hooks/${hook}`, `#!/bin/sh\ntouch ${proof}\n`, 0o755);
    const branch = branchOf();
    const copy = await branch.copy(commit, []);
    expect(filesOf(copy.folder)["a.ts"]).toBe("$Id$\none\n");
    await copy.close();
    expect(await branch.diff(commit, head, 10_000)).toContain("+two");
    await branch.search(head, "two", 9);
    const target = { remote: "origin", branch: "topic", parent: head };
    const made = await branch.commit(target, [{ path: "b.ts", text: "x\n" }], "message");
    expect(git(`cat-file blob ${made}:b.ts`)).toBe("x");
    expect(existsSync(proof)).toBe(false);
  });

  test.each([
    ["../out", "leaves"],
    ["/etc/x", "relative"],
    ["a/../../x", "leaves"],
    [".git/hooks/pre-push", "git"],
    ["sub/.GIT/config", "git"],
    [".git /config", "git"],
    ["git~1/config", "git"],
    [".g\u200cit/config", "git"],
    [".git::$INDEX_ALLOCATION/config", "git"],
    ["a\\b", "relative"],
    ["link", "link"],
    ["link/x", "no folder"],
    ["src", "folder"],
    ["src/a.ts/x", "no folder"],
    ["a\0b", "control"],
  ])("an edit of %j is refused, in a copy and in a commit", async (path, reason) => {
    put("src/a.ts", "one\n");
    symlinkSync("src", join(clone, "link"));
    const commit = push();
    const edits = [{ path, text: "x" }];
    const error = { code: "edit_refused", message: expect.stringContaining(reason) };
    await expect(branchOf().copy(commit, edits)).rejects.toMatchObject(error);
    const target = { remote: "origin", branch: "topic", parent: commit };
    await expect(branchOf().commit(target, edits, "m")).rejects.toMatchObject(error);
    expect(readdirSync(copies)).toEqual([]);
    expect(git("rev-parse topic", remote)).toBe(commit);
  });

  test("leaves out what a crafted tree would write elsewhere", async () => {
    put("a.ts", "one\n");
    push();
    const blob = git("rev-parse HEAD:a.ts");
    const inner = execFileSync("git", ["mktree", "--missing"], {
      cwd: clone,
      env: ENV,
      input: `100644 blob ${blob}\tconfig\n`,
    });
    const tree = spawnSync("git", ["hash-object", "-t", "tree", "-w", "--stdin", "--literally"], {
      cwd: clone,
      env: ENV,
      input: Buffer.concat(
        ["..", ".git", "GIT~1", "ok"].map((name) =>
          Buffer.concat([Buffer.from(`40000 ${name}\0`), Buffer.from(inner.toString().trim(), "hex")]),
        ),
      ),
    });
    const commit = git(`commit-tree -m crafted ${tree.stdout.toString().trim()}`);
    const copy = await branchOf().copy(commit, []);
    expect(filesOf(dirname(copy.folder))).toEqual({ "copy/ok/config": "one\n" });
    await copy.close();
  });

  test("left behind by a killed process is removed with the next one, and that of a living one is not", async () => {
    put("a.ts", "one\n");
    const commit = push();
    const adapters = join(import.meta.dirname, "../../knowledge/adapters");
    const script = join(copies, "../main.mts");
    writeFileSync(
      script,
      `import { gitChangeBranch } from ${JSON.stringify(`${adapters}/git/change-branch.ts`)};
       import { systemHolder } from ${JSON.stringify(`${adapters}/system/holder.ts`)};
       const place = { cwd: ${JSON.stringify(clone)}, env: process.env };
       const copy = await gitChangeBranch(place, { temporary: ${JSON.stringify(copies)}, holder: systemHolder }).copy("${commit}", []);
       console.log(copy.folder);
       setInterval(() => {}, 1000);`,
    );
    const other = spawn(process.execPath, [script], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...ENV },
    });
    onTestFinished(() => void other.kill("SIGKILL"));
    const folder = await once(other.stdout, "data").then(([chunk]) => String(chunk).trim());
    const branch = branchOf();
    const first = await branch.copy(commit, []);
    expect(existsSync(folder)).toBe(true);
    other.kill("SIGKILL");
    await once(other, "exit");
    const second = await branch.copy(commit, []);
    expect(existsSync(folder)).toBe(false);
    expect(lstatSync(first.folder).isDirectory()).toBe(true);
    await Promise.all([first.close(), second.close()]);
    expect(readdirSync(copies)).toEqual([]);
  });
});

describe("a commit of edits", () => {
  const target = (parent: string) => ({ remote: "origin", branch: "topic", parent });

  test("is exactly them on top of its parent, by the QA engineer, pushed to the branch alone", async () => {
    put("src/a.ts", "one\n");
    put("run.test.sh", "#!/bin/sh\n", 0o755);
    put("gone.test.ts", "old\n");
    const parent = push();
    put("src/a.ts", "unfinished work\n");
    put("staged.ts", "staged\n");
    git("add staged.ts");
    const before = state();
    const commit = await branchOf({ GIT_AUTHOR_NAME: "Ada", GIT_INDEX_FILE: "/nowhere" }).commit(
      target(parent),
      [
        { path: "src/new.test.ts", text: "new\r\n" },
        { path: "run.test.sh", text: "#!/bin/sh\nexit\n" },
        { path: "gone.test.ts", text: null },
      ],
      "Mend the test\n\nAssay-Key: run/1/commit\n",
    );
    expect(git("rev-parse topic", remote)).toBe(commit);
    expect(git("for-each-ref --format='%(refname)'", remote)).toBe("refs/heads/topic");
    expect(
      git(`show --format='%P|%an|%ae|%cn|%ce|%B' --raw --no-abbrev ${commit}`).replace(
        /[0-9a-f]{40} [0-9a-f]{40} /g,
        "",
      ),
    ).toBe(
      [
        `${parent}|Assay QA engineer|qa-engineer@assay.invalid|Assay QA engineer|qa-engineer@assay.invalid|Mend the test`,
        "",
        "Assay-Key: run/1/commit",
        "",
        "",
        ":100644 000000 D\tgone.test.ts",
        ":100755 100755 M\trun.test.sh",
        ":000000 100644 A\tsrc/new.test.ts",
      ].join("\n"),
    );
    expect(git(`cat-file blob ${commit}:src/new.test.ts`, remote)).toBe("new");
    // What the person's own push would note of the branch is not noted either; the work goes on undisturbed.
    const { refs, ...rest } = state();
    expect({ ...rest, refs: refs.replace(commit, parent) }).toEqual(before);
  });

  test("is refused where the branch moved on, and the branch stays as it is", async () => {
    put("a.ts", "one\n");
    const parent = push();
    put("a.ts", "two\n");
    const newer = push();
    const edits = [{ path: "b.ts", text: "x\n" }];
    await expect(branchOf().commit(target(parent), edits, "m")).rejects.toMatchObject({ code: "head_moved" });
    expect(git("rev-parse topic", remote)).toBe(newer);
    git("update-ref -d refs/heads/topic", remote);
    await expect(branchOf().commit(target(newer), edits, "m")).rejects.toMatchObject({ code: "head_moved" });
    expect(git("for-each-ref", remote)).toBe("");
  });

  test("that a rule of the remote forbids is refused with the remote's words", async () => {
    put("a.ts", "one\n");
    const parent = push();
    writeFileSync(join(remote, "hooks/pre-receive"), "#!/bin/sh\necho protected branch >&2\nexit 1\n", {
      mode: 0o755,
    });
    await expect(
      branchOf().commit(target(parent), [{ path: "b.ts", text: "x\n" }], "m"),
    ).rejects.toMatchObject({ code: "push_refused", message: expect.stringContaining("protected branch") });
  });

  test("that changes nothing is no commit", async () => {
    put("a.ts", "one\n");
    const parent = push();
    for (const edits of [[], [{ path: "a.ts", text: "one\n" }]])
      await expect(branchOf().commit(target(parent), edits, "m")).rejects.toMatchObject({
        code: "git_failed",
      });
    expect(git("rev-parse topic", remote)).toBe(parent);
  });

  test("of one of two who push at the same time arrives", async () => {
    put("a.ts", "one\n");
    const parent = push();
    const results = await Promise.allSettled(
      ["b.ts", "c.ts"].map((path) => branchOf().commit(target(parent), [{ path, text: "x\n" }], path)),
    );
    const arrived = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expect(arrived).toEqual([git("rev-parse topic", remote)]);
    expect(results.find((result) => result.status === "rejected")).toMatchObject({
      reason: { code: "head_moved" },
    });
  });
});

describe("over HTTP", () => {
  /** The remote behind git's own HTTP program. `drop` says whose answer is lost after it was carried out. */
  async function serve({
    drop = () => false,
    status = () => 0,
  }: {
    drop?: (url: string) => boolean;
    status?: (url: string) => number;
  } = {}) {
    git("config http.receivepack true", remote);
    const server = createServer((request, response) => {
      const [path = "", query = ""] = (request.url ?? "").split("?");
      const refused = status(request.url ?? "");
      if (refused > 0) return void response.writeHead(refused, { "WWW-Authenticate": "Basic" }).end();
      const backend = spawn("git", ["http-backend"], {
        env: {
          ...ENV,
          GIT_PROJECT_ROOT: dirname(dirname(remote)),
          GIT_HTTP_EXPORT_ALL: "1",
          PATH_INFO: path,
          QUERY_STRING: query,
          REQUEST_METHOD: request.method,
          CONTENT_TYPE: request.headers["content-type"] ?? "",
          HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
          HTTP_GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
          REMOTE_USER: "tester",
        },
      });
      request.pipe(backend.stdin);
      const chunks: Buffer[] = [];
      backend.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
      backend.on("close", () => {
        if (drop(request.url ?? "")) return void request.socket.destroy();
        const answer = Buffer.concat(chunks);
        const end = answer.indexOf("\r\n\r\n");
        for (const line of answer.subarray(0, end).toString().split("\r\n")) {
          const [name = "", value = ""] = line.split(": ");
          if (name === "Status") response.statusCode = Number.parseInt(value, 10);
          else response.setHeader(name, value);
        }
        response.end(answer.subarray(end + 4));
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    return `http://user:s3cret-word@127.0.0.1:${port}/owner/shop.git`;
  }

  test("what is missing is fetched as objects alone, and where each branch stands is told", async () => {
    put("a.ts", "one\n");
    const commit = push();
    const other = join(clone, "../other");
    git(`clone --quiet --no-local '${remote}' '${other}' --branch=topic`);
    put("a.ts", "two\n");
    const newer = push();
    git("update-ref refs/pull/4/head refs/heads/topic", remote);
    const url = await serve();
    const refs = git("for-each-ref", other);
    const branch = branchOf({}, other);
    expect(await branch.fetch(url, ["topic", commit, "refs/pull/4/head", newer])).toEqual([
      newer,
      commit,
      newer,
      newer,
    ]);
    expect(await branch.read(newer, "a.ts")).toBe("two\n");
    expect(git("for-each-ref", other)).toBe(refs);
    expect(existsSync(join(other, ".git/FETCH_HEAD"))).toBe(false);
    await expect(branch.fetch(url, ["absent"])).rejects.toMatchObject({ code: "remote_unavailable" });
  });

  test("a push whose answer is lost has arrived where the remote says so, also under a newer commit", async () => {
    put("a.ts", "one\n");
    const parent = push();
    const url = await serve({ drop: (path) => path.endsWith("/git-receive-pack") });
    const commit = await branchOf().commit(
      { remote: url, branch: "topic", parent },
      [{ path: "b.ts", text: "x\n" }],
      "m",
    );
    expect(git("rev-parse topic", remote)).toBe(commit);

    // A request that is lost on a connection in use is sent once more.
    let times = 0;
    const above = await serve({
      drop(path) {
        if (!path.endsWith("/git-receive-pack")) return false;
        times += 1;
        if (times > 1) return true;
        const tip = git("rev-parse topic", remote);
        const env = "-c user.name=Ada -c user.email=ada@example.org";
        git(`update-ref refs/heads/topic $(git ${env} commit-tree -p ${tip} -m above ${tip}^{tree})`, remote);
        return true;
      },
    });
    const second = await branchOf().commit(
      { remote: above, branch: "topic", parent: commit },
      [{ path: "c.ts", text: "x\n" }],
      "m",
    );
    expect(git("rev-parse topic~1", remote)).toBe(second);
  });

  test("credentials that are refused, and a server that is gone, are told without the password", async () => {
    put("a.ts", "one\n");
    const parent = push();
    const edits = [{ path: "b.ts", text: "x\n" }];
    const denied = await serve({ status: (url) => (url.includes("receive-pack") ? 403 : 0) });
    const error = await branchOf()
      .commit({ remote: denied, branch: "topic", parent }, edits, "m")
      .catch((e) => e);
    expect(error).toMatchObject({ code: "push_refused", message: expect.stringContaining("403") });
    expect(error.message).not.toContain("s3cret-word");

    const gone = "http://user:s3cret-word@127.0.0.1:9/owner/shop.git";
    for (const work of [
      () => branchOf().fetch(gone, ["topic"]),
      () => branchOf().commit({ remote: gone, branch: "topic", parent }, edits, "m"),
    ]) {
      const failed = await work().catch((e) => e);
      expect(failed).toMatchObject({ code: "remote_unavailable" });
      expect(failed.message).not.toContain("s3cret-word");
    }
    await expect(branchOf().fetch("ext::sh -c 'touch /tmp/x'", ["topic"])).rejects.toMatchObject({
      code: "remote_unavailable",
    });
    await expect(branchOf().fetch("--upload-pack=touch", ["topic"])).rejects.toMatchObject({
      code: "remote_unavailable",
    });
  });
});

test("the remote of a repository is found by its address, in every way that one is written", async () => {
  git("remote set-url origin git@github.com:Owner/Shop.git");
  git("remote add fork https://user@github.com/ada/shop");
  git("remote add upstream ssh://git@github.com/owner/shop.git/");
  const branch = branchOf();
  expect(await branch.remoteOf("owner/shop")).toBe("origin");
  expect(await branch.remoteOf("ada/shop")).toBe("fork");
  for (const none of ["wner/shop", "owner/sho", "shop"].slice(0, 2))
    expect(await branch.remoteOf(none)).toBeNull();
});

test("outside of a repository, and in one that git does not trust, it says so", async () => {
  await expect(branchOf({}, temporaryFolder()).list("HEAD")).rejects.toMatchObject({
    code: "repository_missing",
  });
  await expect(branchOf({ GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" }).list("HEAD")).rejects.toMatchObject({
    code: "git_failed",
    message: expect.stringContaining("dubious ownership"),
  });
});
