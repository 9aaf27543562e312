import { expect, test } from "vitest";
import { DEFAULT_CONFIG } from "../../knowledge/config/config.ts";
import { askerFor } from "../../lambdas/shared/compose/asker-for.ts";
import type { ForgePlace } from "../../lambdas/shared/compose/forge-place.ts";

const github = DEFAULT_CONFIG.forge;
const git = { ...github, kind: "git", host: "git.orbit.example" } as const;
const watching = [
  { organisation: "orbit", forge: git, repositories: ["orbit/probe", "acme/shop"] },
  { organisation: "zeta", forge: github, repositories: ["zeta/app", "acme/api"] },
  { organisation: "acme", forge: github, repositories: ["acme/shop", "acme/api"] },
  { organisation: "far", forge: { ...github, host: "github.far.example" }, repositories: ["far/app"] },
];
const asking = (organisation: string, forge: ForgePlace["forge"], ...names: readonly string[]) =>
  askerFor(names, { organisation, forge, watching });

test("an organisation asks about its own repositories as itself, whoever else watches them", () => {
  expect(asking("acme", github, "Acme/Shop", "acme/api")).toBe("acme");
  expect(asking("orbit", git, "acme/shop")).toBe("orbit");
});

test("another one's on the same GitHub host are asked about as that one", () => {
  expect(asking("acme", github, "zeta/app")).toBe("zeta");
});

test.each([
  ["GitHub about a plain git remote's", "acme", github, "orbit/probe"],
  ["GitHub about those of another host", "acme", github, "far/app"],
  ["a plain git remote about GitHub's", "orbit", git, "zeta/app"],
  ["anybody about nobody's", "acme", github, "nobody/app"],
] as const)("nothing asks %s", (_, organisation, forge, name) => {
  expect(() => asking(organisation, forge, name)).toThrow(
    expect.objectContaining({ code: "forge_denied", message: expect.stringContaining(name) }),
  );
});
