import { expect, onTestFinished, test } from "vitest";
import { memoryLedger } from "../../../../knowledge/adapters/memory/ledger.ts";
import { DEFAULT_CONFIG } from "../../../../knowledge/config/config.ts";
import { readState } from "../../../../knowledge/ledger/read-state.ts";
import type { RepositoryName } from "../../../../knowledge/ports/forge.ts";
import { type AgainDeps, answerIssue } from "../../../../knowledge/triage/again/answer-issue.ts";
import { WATCH } from "../../../../knowledge/watch/watch.ts";
import { type FailureAnswer, watchEvent } from "../../../../knowledge/watch/watch-events.ts";
import { countingIds } from "../../../support/counting-ids.ts";
import { startGithub } from "../../../support/github/github.ts";
import { forgeOf } from "../../../support/github-forge.ts";
import { movingClock } from "../../../support/moving-clock.ts";

const STREAM = "watch/acme.acme.shop";
const MINUTE = 60_000;

type Answer = Exclude<FailureAnswer, { readonly kind: "triage" | "none" }>;
const REOPEN = { kind: "reopen", issue: 1, why: "closed-lately" } as const;
const COMMENT = { kind: "comment", issue: 1 } as const;

/** A failure whose answer is due at issue 1 of a public repository, with the real adapter. */
async function dueAnswer(answer: Answer, checks: readonly string[] = ["github-actions/test (*)"]) {
  const clock = movingClock();
  const github = await startGithub({ now: clock.now(), listLag: 0 });
  onTestFinished(() => github.close());
  const repo = github.repository("acme/shop", {
    files: { CODEOWNERS: "* @ada @acme/web\n" },
    people: ["acme", "ada"],
  });
  repo.openIssue({ title: "CI fails on main" });
  if (answer.kind === "reopen") repo.closeIssue(1);
  const ledger = memoryLedger(clock);
  const at = new Date(clock.now()).toISOString();
  await ledger.append(STREAM, 0, [
    watchEvent("ci.failed", {
      at,
      failure: "f1",
      branch: "main",
      commit: "c".repeat(40),
      checks,
      fingerprint: "sha256:0",
      lastGreen: null,
      answer,
    }),
  ]);
  const told: unknown[] = [];
  const gone = new Set<string>();
  const deps: AgainDeps = {
    clock,
    ledger,
    forge: forgeOf(github),
    ids: countingIds(),
    holder: { name: async () => "one", isGone: async (name) => gone.has(name) },
    secrets: { files: async () => [{ path: "s", text: "hunter2-hunter2" }] },
    webhook: { post: async (_, payload) => void told.push(payload) },
  };
  const run = (holder = "one", over: Partial<AgainDeps> = {}) =>
    answerIssue(
      { ...deps, ...over },
      {
        organisation: "acme",
        repository: "acme/shop" as RepositoryName,
        failure: "f1",
        holder,
        config: { ...DEFAULT_CONFIG, webhook: "https://team.example/told" },
      },
    );
  const pass = (ms: number) => {
    clock.pass(ms);
    github.clock.advance(ms);
  };
  return {
    github,
    repo,
    told,
    gone,
    run,
    pass,
    deps,
    comments: () => repo.commentsOf(1).map(({ body }) => body),
    failure: async () => (await readState(ledger, STREAM, WATCH)).state.failures[0],
  };
}

test("in a repository that was lost since, an issue is told once it is back", async () => {
  const { repo, deps, run } = await dueAnswer(COMMENT);
  const at = new Date(0).toISOString();
  await deps.ledger.append(STREAM, 1, [watchEvent("repository.lost", { at, why: "archived" })]);
  expect(await run()).toEqual({ kind: "later", until: null });
  expect(repo.commentsOf(1)).toEqual([]);
  await deps.ledger.append(STREAM, 2, [watchEvent("repository.back", { at })]);
  expect(await run()).toMatchObject({ kind: "done", issue: 1 });
  expect(repo.commentsOf(1)).toHaveLength(1);
});

test("a comment tells where and what fails again, calls nobody, and is written once", async () => {
  const due = await dueAnswer(COMMENT);
  expect(await due.run()).toMatchObject({ kind: "done", answer: "comment", issue: 1, refused: null });
  expect(await due.run()).toEqual({ kind: "answered" });
  expect(due.comments()).toEqual([
    expect.stringMatching(
      /^main fails again at commit `cccccccccccc`\. .*\n\n- test \(\\\*\)\n\n<!-- assay:/s,
    ),
  ]);
  expect(due.told).toEqual([]);
  expect(due.repo.issue(1)).toMatchObject({ labels: [], assignees: [] });
});

test("an issue is opened again with label, assignment, one mention of its owners and one call of the webhook", async () => {
  const due = await dueAnswer(REOPEN);
  expect(await due.run()).toMatchObject({ kind: "done", answer: "reopen", issue: 1, untold: null });
  expect(due.repo.issue(1).state).toBe("open");
  expect(due.repo.issue(1).labels.map(({ name }) => name)).toEqual(["assay:needs-person"]);
  expect(JSON.stringify(due.repo.issue(1).assignees)).toContain("ada");
  const [body = ""] = due.comments();
  expect(body.match(/@\S+/g)).toEqual(["@ada", "@acme/web"]);
  expect(due.told).toMatchObject([{ kind: "needs-person", word: "closed-lately" }]);
});

test("names of checks wake nobody, refer to nothing, and hold no secret", async () => {
  const due = await dueAnswer(COMMENT, ["github-actions/e2e @ada fixes #12 hunter2-hunter2 <!-- x -->"]);
  await due.run();
  const [body = ""] = due.comments();
  expect(body).not.toMatch(/@ada|(?<!&)#\d|hunter2/);
  expect(body.match(/<!--/g)).toHaveLength(1);
});

test.each([
  ["a comment", COMMENT],
  ["a reopening", REOPEN],
] as const)(
  "%s that is stopped at any request is finished by whoever comes next, and written once",
  async (_, answer) => {
    const whole = await dueAnswer(answer);
    await whole.run();
    const requests = whole.github.requests.length;
    expect(requests).toBeGreaterThan(0);
    for (let at = 1; at <= requests; at++)
      for (const after of [false, true]) {
        const due = await dueAnswer(answer);
        let count = 0;
        // The process ends here: neither this request nor any later one of it is answered, and nothing more is noted.
        due.github.fail({ match: () => ++count >= at, how: "reset", after, times: 1 });
        due.github.fail({ match: () => count >= at, how: "reset", times: 1_000 });
        await due.run("first").catch(() => {});
        due.github.stopFailing();
        expect(await due.run("second")).toMatchObject({ kind: "claimed-by-other", holder: "first" });
        due.gone.add("first");
        let ended = await due.run("second");
        if (ended.kind === "later") {
          due.pass(2 * MINUTE);
          ended = await due.run("second");
        }
        expect(ended).toMatchObject({ kind: "done", issue: 1 });
        expect(due.comments(), `stopped at request ${at}`).toHaveLength(1);
        expect(due.repo.issue(1).state).toBe("open");
        expect(due.told).toHaveLength(answer.kind === "reopen" ? 1 : 0);
        expect((await due.failure())?.done).toMatchObject({ issue: 1, refused: null });
      }
  },
);

test("a lease that ran out is taken over, and its holder notes nothing more", async () => {
  const due = await dueAnswer(COMMENT);
  let other: Awaited<ReturnType<typeof due.run>> | null = null;
  const slow: AgainDeps["forge"] = {
    ...due.deps.forge,
    async comment(...args) {
      const written = await due.deps.forge.comment(...args);
      due.pass(16 * MINUTE);
      other = await due.run("second");
      return written;
    },
  };
  expect(await due.run("first", { forge: slow })).toEqual({ kind: "later", until: null });
  expect(other).toMatchObject({ kind: "done", issue: 1 });
  expect(due.comments()).toHaveLength(1);
});

test("what the forge does not take is an answer, with its words", async () => {
  const due = await dueAnswer(COMMENT);
  due.repo.deleteIssue(1);
  expect(await due.run()).toMatchObject({ kind: "done", issue: null, refused: expect.stringMatching(/.+/) });
  expect((await due.failure())?.done).toMatchObject({ issue: null, refused: expect.any(String) });
});

test("a failure that is none, or whose answer is a triage, is refused", async () => {
  const due = await dueAnswer(COMMENT);
  await expect(
    answerIssue(due.deps, {
      organisation: "acme",
      repository: "acme/shop",
      failure: "other",
      holder: "one",
      config: DEFAULT_CONFIG,
    }),
  ).rejects.toMatchObject({ code: "failure_unknown" });
});
