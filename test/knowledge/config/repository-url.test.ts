import { expect, test } from "vitest";
import { repositoriesOfForge } from "../../../knowledge/ci/repositories-here.ts";
import { parseConfig } from "../../../knowledge/config/parse-config.ts";
import { isRepositoryUrl, repositoryAt, repositoryUrl } from "../../../knowledge/config/repository-url.ts";
import type { Deps } from "../../../knowledge/ports/deps.ts";

const TEMPLATE = "https://git.example.org:8443/git/{owner}/{name}.git";

test.each([
  ["https://git.example.org/{owner}/{name}.git", true],
  ["https://git.example.org/scm/{owner}/x/{name}", true],
  ["http://127.0.0.1:99/{owner}/{name}.git", true],
  ["http://git.example.org/{owner}/{name}.git", false],
  ["https://x:y@git.example.org/{owner}/{name}.git", false],
  ["https://{owner}.example.org/{name}.git", false],
  ["https://git.example.org/{name}/{owner}.git", false],
  ["https://git.example.org/{owner}/{name}/{name}.git", false],
  ["https://git.example.org/{owner}.git", false],
  ["https://git.example.org/{owner}/{name}.git?x", false],
  ["https://git.example.org/{owner}/{name}{more}", false],
  ["git@git.example.org:{owner}/{name}.git", false],
])("%s as the address of repositories: %s", (text, expected) => {
  expect(isRepositoryUrl(text)).toBe(expected);
});

test.each([
  ["https://git.example.org:8443/git/acme/shop.git", "acme/shop"],
  ["https://bot:secret@GIT.example.org:8443/git/acme/shop/", "acme/shop"],
  ["https://git.example.org/git/acme/shop.git", null],
  ["https://git.example.org:8443/acme/shop.git", null],
  ["https://git.example.org:8443/git/acme/shop/more.git", null],
  ["https://git.example.org:8443/git/acme/...git", null],
  ["git@git.example.org:acme/shop.git", null],
])("%s is the address of %s", (address, expected) => {
  expect(repositoryAt(TEMPLATE, address)).toBe(expected);
});

test("an address that is made is read as the repository that it was made for", () => {
  expect(repositoryUrl(TEMPLATE, "acme/$&.x")).toBe("https://git.example.org:8443/git/acme/$&.x.git");
  expect(repositoryAt(TEMPLATE, repositoryUrl(TEMPLATE, "acme/shop.x"))).toBe("acme/shop.x");
});

test("a clone's remotes are told by the settings' address, by SSH too; the source of a fork comes first", async () => {
  const repository = {
    remotes: async () => [
      { name: "origin", urls: ["git@git.example.org:me/shop.git"] },
      { name: "old", urls: ["https://github.com/acme/shop.git"] },
      { name: "upstream", urls: ["https://git.example.org:8443/git/acme/shop.git"] },
    ],
  } as unknown as Deps["repository"];
  const forge = { host: "git.example.org:8443", url: TEMPLATE };
  expect(await repositoriesOfForge({ repository }, forge)).toEqual(["acme/shop", "me/shop"]);
});

const parse = (forge: string) => parseConfig("c.yaml", `version: 1\nforge: ${forge}\n`).config.forge;

test("a plain git remote is set by kind and url, whose host is that of the forge", () => {
  expect(parse(`{kind: git, url: "${TEMPLATE}"}`)).toMatchObject({
    kind: "git",
    url: TEMPLATE,
    host: "git.example.org:8443",
  });
  expect(parse("{host: github.com}")).toMatchObject({ kind: "github", url: null, host: "github.com" });
});

test.each([
  ["{kind: git}", "forge.url: is missing"],
  [`{url: "${TEMPLATE}"}`, "forge.url: is for a plain git remote"],
  [`{kind: git, url: "http://git.example.org/{owner}/{name}"}`, "forge.url: is not an https URL"],
  ["{kind: gitlab}", "forge.kind: is not github or git"],
])("%s is refused: %s", (forge, problem) => {
  expect(() => parse(forge)).toThrow(problem);
});
