import { expect, onTestFinished, test } from "vitest";
import { AssayError } from "../../../knowledge/errors.ts";
import type { CiFeed } from "../../../knowledge/ports/ci-feed.ts";
import type { RepositoryName } from "../../../knowledge/ports/forge.ts";
import { lookAtTips } from "../../../knowledge/watch/look-at-tips.ts";
import { ciFeedOf } from "../../support/ci-feed-of.ts";
import { startGithub } from "../../support/github/github.ts";

const names = (count: number) => Array.from({ length: count }, (_, at): RepositoryName => `acme/r${at}`);

/** A feed that cannot tell of these repositories, nor of any that is asked for with one of them; and how often it was asked. */
function feedWithout(bad: (name: RepositoryName) => boolean, error: () => unknown = fault) {
  const asked: number[] = [];
  const heads: CiFeed["heads"] = async (repositories) => {
    asked.push(repositories.length);
    if (repositories.some(bad)) throw error();
    return repositories.map((name) => ({ kind: "empty", asked: name, repository: name }));
  };
  return { asked, deps: { ciFeed: { heads } as CiFeed } };
}

const fault = () => new AssayError("forge_unavailable", { host: "github.com", asked: "POST /graphql" });
const failing = (tips: Awaited<ReturnType<typeof lookAtTips>>) =>
  tips.flatMap((tip) => (tip.kind === "failed" ? [tip.asked] : []));

test("a repository of which the token may not see a part fails alone", async () => {
  const github = await startGithub();
  onTestFinished(() => github.close());
  for (const name of names(60))
    github.repository(name, { files: { "a.txt": "1\n" }, private: name === "acme/r17" });
  const ciFeed = ciFeedOf(github, github.token({ permissions: { contents: "read" } }));
  const tips = await lookAtTips({ ciFeed }, names(60));
  expect(failing(tips)).toEqual(["acme/r17"]);
  expect(tips.map((tip) => (tip.kind === "seen" ? tip.head.asked : tip.asked))).toEqual(names(60));
});

test.each([[["acme/r0"]], [["acme/r49"]], [["acme/r13", "acme/r14", "acme/r30"]], [["acme/r3", "acme/r77"]]])(
  "a fault of the forge with %j keeps no other from being seen",
  async (bad) => {
    const { deps, asked } = feedWithout((name) => bad.includes(name));
    expect(failing(await lookAtTips(deps, names(100)))).toEqual(bad);
    expect(asked.length).toBeLessThan(40);
  },
);

test("a forge that is out of order is not asked for one after the other", async () => {
  const { deps, asked } = feedWithout(() => true);
  expect(failing(await lookAtTips(deps, names(200)))).toEqual(names(200));
  expect(asked.length).toBeLessThanOrEqual(8);
});

test("a forge that comes back is asked on", async () => {
  let left = 7;
  const { deps } = feedWithout(() => left-- > 0);
  expect(failing(await lookAtTips(deps, names(200)))).toEqual(names(150));
});

test.each([
  [
    "a limit",
    () =>
      new AssayError("forge_unavailable", {
        host: "x",
        asked: "x",
        reason: "limit",
        way: "wait",
        when: null,
      }),
  ],
  [
    "a token that is denied",
    () => new AssayError("forge_denied", { host: "x", asked: "x", reason: "no", way: "x", status: 401 }),
  ],
])("%s is not asked against", async (_, error) => {
  const { deps, asked } = feedWithout((name) => name === "acme/r3", error);
  expect(failing(await lookAtTips(deps, names(80)))).toEqual(names(50));
  expect(asked).toEqual([50, 30]);
});
