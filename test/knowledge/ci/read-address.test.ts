import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAddress } from "../../../knowledge/ci/read-address.ts";
import { readRemote } from "../../../knowledge/ci/read-remote.ts";

const SHA = "0123456789abcdef0123456789abcdef01234567";
const read = (text: string, host = "github.com") => readAddress(text, host);
const change = (number: number, repository: string | null = "octo/app", checkRun: number | null = null) => ({
  kind: "change",
  repository,
  number,
  checkRun,
});
const commit = (sha: string, repository: string | null = "octo/app", checkRun: number | null = null) => ({
  kind: "commit",
  repository,
  commit: sha,
  checkRun,
});
const run = (workflowRun: number, job: number | null = null, attempt: number | null = null) => ({
  kind: "workflow-run",
  repository: "octo/app",
  workflowRun,
  job,
  attempt,
});

describe("an address names", () => {
  test.each([
    ["https://github.com/octo/app/pull/12", change(12)],
    ["https://github.com/octo/app/pull/12/files#diff-abc", change(12)],
    ["https://github.com/octo/app/pull/12/commits", change(12)],
    ["http://www.github.com/octo/app/pull/12/?w=1", change(12)],
    ["github.com/octo/app/pull/12", change(12)],
    ["https://github.com/octo/app/pull/12/checks?check_run_id=99", change(12, "octo/app", 99)],
    ["https://github.com/octo/app/issues/12#issuecomment-1", change(12)],
    [`https://github.com/octo/app/pull/12/commits/${SHA}`, commit(SHA)],
    [`https://github.com/octo/app/commit/${SHA.toUpperCase()}`, commit(SHA)],
    [`https://github.com/octo/app/commit/${SHA}/checks/55`, commit(SHA, "octo/app", 55)],
    ["https://github.com/octo/app/commits/0123456", commit("0123456")],
    ["https://github.com/octo/app/actions/runs/1", run(1)],
    ["https://github.com/octo/app/actions/runs/1/job/2#step:5:10", run(1, 2)],
    ["https://github.com/octo/app/actions/runs/1/job/2?pr=12", run(1, 2)],
    ["https://github.com/octo/app/actions/runs/1/attempts/2", run(1, null, 2)],
    ["https://github.com/octo/app/actions/runs/1/attempts/2/jobs/3", run(1, 3, 2)],
    ["https://github.com/octo/app/actions/runs/1/workflow", run(1)],
    ["octo/app#12", change(12)],
    ["#12", change(12, null)],
    [" 12 ", change(12, null)],
    ["1234567", change(1_234_567, null)],
    ["0123abc", commit("0123abc", null)],
    [SHA, commit(SHA, null)],
    [`octo/app@${SHA}`, commit(SHA)],
  ])("%s", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test("pages of another host, where the settings name it", () => {
    expect(read("https://git.example.org:8443/octo/app/pull/3", "git.example.org")).toEqual(change(3));
    expect(read("http://127.0.0.1:8080/octo/app/pull/3", "127.0.0.1:8080")).toEqual(change(3));
  });
});

describe("an address is refused, with a way out, where it", () => {
  test.each([
    [
      "is of another host",
      "https://gitlab.com/octo/app/pull/12",
      /gitlab\.com is another host than github\.com/,
    ],
    [
      "hides the host behind a name",
      "https://github.com@evil.org/octo/app/pull/12",
      /evil\.org is another host/,
    ],
    ["names no number", "https://github.com/octo/app/pull/new", /no change/],
    ["names the list", "https://github.com/octo/app/pulls", /without CI/],
    ["names no run", "https://github.com/octo/app/actions", /no workflow run/],
    ["names a branch", "https://github.com/octo/app/commits/main", /no commit/],
    ["names a check alone", "https://github.com/octo/app/runs/5", /which commit/],
    ["names no repository", "https://github.com/octo", /no repository/],
    ["is no address", "the red build", /neither/],
    ["is a file", "file:///etc/passwd", /neither/],
    ["is a change of number 0", "#0", /no number/],
    ["is empty", "  ", /no address/],
    ["is endless", "9".repeat(5_000), /no address/],
  ])("%s", (_, text, why) => {
    expect(read(text)).toMatchObject({
      kind: "refused",
      code: "address_unclear",
      why: expect.stringMatching(why),
    });
  });
});

test("no text makes reading an address or a remote throw, and a name is never a path", () => {
  const piece = fc.constantFrom(
    "https://",
    "github.com",
    "/",
    "octo",
    "..",
    "%2e%2e",
    "app.git",
    "#",
    "@",
    ":",
    "12",
    "pull",
  );
  const any = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 14 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(any, (text) => {
      const address = read(text);
      const names = [
        address.kind === "refused" ? null : address.repository,
        readRemote(text)?.repository ?? null,
      ];
      for (const name of names)
        if (name !== null) expect(name).toMatch(/^[A-Za-z0-9][\w.-]*\/(?!\.{0,2}$)[\w.-]+$/);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ["https://github.com/octo/app.git", "github.com"],
  ["https://user:secret@github.com/octo/app", "github.com"],
  ["git@github.com:octo/app.git", "github.com"],
  ["github.com:octo/app.git", "github.com"],
  ["ssh://git@ssh.github.com:443/octo/app.git", "github.com"],
  ["ssh://git@GitHub.com/octo/app/", "github.com"],
  ["http://127.0.0.1:8080/octo/app.git", "127.0.0.1:8080"],
])("the remote %s is octo/app", (url, host) => {
  expect(readRemote(url)).toEqual({ host, repository: "octo/app" });
});

test.each([
  "/srv/git/app.git",
  "../app",
  "C:\\git\\app",
  "C:/git/app",
  "file:///srv/app.git",
  "https://github.com/app",
  "",
])("the remote %j is none of a forge", (url) => {
  expect(readRemote(url)).toBeNull();
});
