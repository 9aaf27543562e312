import { afterEach, beforeEach, expect, test } from "vitest";
import { findTarget } from "../../../knowledge/ci/find-target.ts";
import { type WaitQuestion, waitForCi } from "../../../knowledge/ci/wait-for-ci.ts";
import { DEFAULT_CONFIG } from "../../../knowledge/config/config.ts";
import type { Message } from "../../../knowledge/ports/messages.ts";
import type { Repository } from "../../../knowledge/ports/repository.ts";
import { type Github, startGithub } from "../../support/github/github.ts";
import type { GithubRepository } from "../../support/github/repository-controls.ts";
import { forgeOf } from "../../support/github-forge.ts";

let github: Github;
let repo: GithubRepository;
let head: string;
let number: number;
beforeEach(async () => {
  github = await startGithub({ now: "2026-01-05T10:00:00Z" });
  repo = github.repository("octo/app", { files: { "a.txt": "1\n" } });
  head = repo.pushCommit("fix", { "a.txt": "2\n" });
  number = repo.openPull({ head: "fix", title: "Fix" });
});
afterEach(() => github.close());

/** Waits on the double's clock; `then` holds what happens at the n-th pause. */
async function wait(then: readonly (() => void)[], told: Partial<WaitQuestion> = {}) {
  const forge = forgeOf(github);
  const messages: Message[] = [];
  const pauses: number[] = [];
  const deps = {
    forge,
    clock: { now: () => github.clock.now() },
    pause: {
      sleep: async (milliseconds: number) => {
        pauses.push(milliseconds / 1_000);
        github.clock.advance(milliseconds);
        then[pauses.length - 1]?.();
      },
    },
    messages: { tell: (message: Message) => void messages.push(message) },
  };
  const repository = {} as Repository;
  const host = new URL(github.web).host;
  const target = await findTarget({ forge, repository }, `octo/app#${number}`, { host });
  const waited = await waitForCi(deps, target, {
    settings: DEFAULT_CONFIG.ci,
    timeoutMinutes: 30,
    intervalSeconds: 10,
    firstFailure: false,
    mask: (value) => value,
    ...told,
  });
  const said = messages.flatMap((message) => (message.kind === "ci" ? [message] : []));
  return { ...waited, messages, said, pauses };
}

test("it waits while a check runs, tells which, ever less often, and ends when all have passed", async () => {
  const { id } = repo.check(head, { name: "test", status: "in_progress", job: true });
  repo.check(head, { name: "lint", conclusion: "success", log: "x" });
  const nothing = () => {};
  const done = await wait([
    nothing,
    nothing,
    nothing,
    nothing,
    () => repo.updateCheck(id, { conclusion: "success" }),
  ]);
  expect(done).toMatchObject({ outcome: { kind: "passed" }, timedOut: false });
  expect(done.pauses.slice(0, 5)).toEqual([10, 15, 22.5, 30, 30]);
  expect(done.said.map(({ running, total }) => [running, total])).toEqual([
    [["test"], 2],
    [[], 2],
  ]);
});

test("a pass is believed when it is seen twice: a job that needed another one appears late", async () => {
  repo.check(head, { name: "build", conclusion: "success", log: "x" });
  let late = 0;
  const done = await wait([
    () => {
      late = repo.check(head, { name: "deploy", status: "in_progress", job: true }).id;
    },
    () => repo.updateCheck(late, { conclusion: "failure" }),
  ]);
  expect(done).toMatchObject({ outcome: { kind: "failed", failed: [{ name: "deploy" }] } });
});

test("a pass that is old is believed at once", async () => {
  repo.check(head, { name: "build", conclusion: "success", log: "x" });
  github.clock.advance(60_000);
  expect(await wait([])).toMatchObject({ outcome: { kind: "passed" }, pauses: [], waitedSeconds: 0 });
});

test("nothing that reports within two minutes is no CI, told exactly then", async () => {
  const done = await wait([]);
  expect(done).toMatchObject({ outcome: { kind: "none" }, timedOut: false, waitedSeconds: 120 });
});

test("a failure waits for the others, unless the first one is asked for", async () => {
  const { id } = repo.check(head, { name: "slow", status: "in_progress", job: true });
  repo.check(head, { name: "test", conclusion: "failure", log: "x" });
  expect(await wait([], { firstFailure: true })).toMatchObject({ outcome: { kind: "failed" }, pauses: [] });
  const done = await wait([() => repo.updateCheck(id, { conclusion: "cancelled" })]);
  expect(done.outcome).toMatchObject({ kind: "failed", unclear: [{ name: "slow" }] });
});

test("it ends when the time is over, not later, with what CI said then", async () => {
  repo.check(head, { name: "test", status: "in_progress", job: true });
  const done = await wait([], { timeoutMinutes: 1 });
  expect(done).toMatchObject({ timedOut: true, waitedSeconds: 60, outcome: { kind: "running" } });
  expect(done.pauses).toEqual([10, 15, 22.5, 12.5]);
});

test("a change that moves on is waited for at its new head", async () => {
  repo.check(head, { name: "test", status: "in_progress", job: true });
  let next = "";
  const done = await wait([
    () => {
      next = repo.pushCommit("fix", { "a.txt": "3\n" });
      repo.check(next, { name: "test", conclusion: "failure", log: "x" });
    },
  ]);
  expect(done).toMatchObject({ target: { commit: next }, outcome: { kind: "failed" } });
  expect(done.messages).toContainEqual({
    kind: "note",
    text: `octo/app#${number} moved to ${next.slice(0, 12)}`,
  });
});

test("a forge that is away for a moment is asked again, and one that stays away is an error", async () => {
  const { id } = repo.check(head, { name: "test", status: "in_progress", job: true });
  const away = (times: number) => () => github.fail({ match: /./, times, how: 502 });
  const done = await wait([
    away(8),
    () => {
      github.stopFailing();
      repo.updateCheck(id, { conclusion: "failure" });
    },
  ]);
  expect(done.outcome.kind).toBe("failed");
  expect(done.messages.some(({ kind }) => kind === "note")).toBe(true);
  repo.updateCheck(id, { status: "in_progress", conclusion: null });
  await expect(wait([away(10_000)])).rejects.toMatchObject({ code: "forge_unavailable" });
});
