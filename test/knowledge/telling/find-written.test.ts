import { expect, onTestFinished, test } from "vitest";
import type { RepositoryName } from "../../../knowledge/ports/forge.ts";
import { findComment, findIssue } from "../../../knowledge/telling/find-written.ts";
import { effectKey, markOf } from "../../../knowledge/telling/mark.ts";
import { startGithub } from "../../support/github/github.ts";
import { forgeOf } from "../../support/github-forge.ts";
import { movingClock } from "../../support/moving-clock.ts";

const SHOP: RepositoryName = "acme/shop";
const key = effectKey(SHOP, "flake", "1");
const body = `Said.\n\n${markOf(key)}`;
const label = "assay:flaky";

/** A repository of which ada is of the team, and where `builder` asks, who is not. */
async function staged() {
  const clock = movingClock();
  const github = await startGithub({ now: clock.now(), listLag: 0 });
  onTestFinished(() => github.close());
  const repo = github.repository(SHOP, { people: ["ada"] });
  const deps = { forge: forgeOf(github, github.token({ kind: "personal", login: "builder" })), clock };
  const sought = { repository: SHOP, key, begunAt: null };
  const on = repo.openIssue({ title: "about" });
  return {
    github,
    repo,
    on,
    deps,
    comment: (begunAt: string | null = null) => findComment(deps, { ...sought, begunAt, on }),
    issue: () => findIssue(deps, { ...sought, label, state: "all" }),
  };
}

test.each([
  ["an outsider's is not found", "mallory", "missing"],
  ["that of whoever asks is", "builder", "found"],
  ["one of the team's is", "ada", "found"],
  ["an App's is", "assay[bot]", "found"],
] as const)("of comments and issues with a mark, %s", async (_, author, kind) => {
  const { repo, on, comment, issue } = await staged();
  repo.comment(on, body, author);
  const number = repo.openIssue({ title: "Flaky", body, labels: [label], author });
  expect(await comment()).toMatchObject(kind === "found" ? { kind, number: on } : { kind });
  expect(await issue()).toMatchObject(kind === "found" ? { kind, number } : { kind });
});

test("what an outsider planted before hides nothing that is ours", async () => {
  const { repo, on, deps, comment } = await staged();
  repo.comment(on, body, "mallory");
  const { url } = await deps.forge.comment(SHOP, on, body);
  expect(await comment()).toMatchObject({ kind: "found", url });
});

test("a mark is one at the end of a body alone, and without a key nothing is found", async () => {
  const { repo, on, deps, comment } = await staged();
  repo.comment(on, `${body}\n\nmore`, "ada");
  repo.comment(on, "No mark.", "ada");
  expect(await comment()).toEqual({ kind: "missing" });
  expect(await findComment(deps, { repository: SHOP, key: null, begunAt: null, on })).toEqual({
    kind: "missing",
  });
});

test("who asks is asked only where it makes a difference", async () => {
  const { github, repo, on, comment } = await staged();
  const queries = () => github.requests.filter(({ path }) => path.startsWith("/graphql")).length;
  await comment();
  repo.comment(on, body, "ada");
  await comment();
  expect(queries()).toBe(0);
  repo.comment(on, body, "mallory");
  await comment();
  expect(queries()).toBe(1);
});

test("what was begun a moment ago is looked for again before it counts as not written", async () => {
  const { deps, comment } = await staged();
  const now = deps.clock.now();
  const begunAt = new Date(now - 10_000).toISOString();
  expect(await comment(begunAt)).toEqual({ kind: "later", until: new Date(now + 50_000).toISOString() });
  expect(await comment(new Date(now - 60_000).toISOString())).toEqual({ kind: "missing" });
});
