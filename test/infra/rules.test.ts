import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Stack } from "aws-cdk-lib";
import { PolicyStatement, type Role } from "aws-cdk-lib/aws-iam";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addStacks } from "../../infra/add-stacks.ts";
import { checkRules } from "../../infra/check-rules.ts";
import type { Deployment } from "../../infra/deployment.ts";
import { readOrganisations } from "../../infra/organisation.ts";
import { LAMBDAS } from "../../lambdas/registry.ts";
import { ORGANISATIONS } from "../support/organisations.ts";

let folder: string;
let deployment: Deployment;

beforeAll(async () => {
  process.env.CDK_VALIDATION = "false";
  folder = mkdtempSync(join(tmpdir(), "assay-rules-"));
  mkdirSync(join(folder, "bundle"));
  writeFileSync(join(folder, "bundle/index.cjs"), "exports.handler = async () => {};");
  deployment = {
    organisations: await readOrganisations(ORGANISATIONS),
    bundles: new Map(LAMBDAS.map(({ name }) => [name, join(folder, "bundle")])),
    appId: "1",
    appKey: "/key",
    alarmEmail: null,
    monthlyUSD: 30,
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let apps = 0;

/** Rules of which the synthesis says that they are broken: with the whole deployment and what a test adds to it. */
function findings(add: (app: App) => void): string[] {
  apps += 1;
  const app = new App({ outdir: join(folder, `app-${apps}`) });
  add(app);
  try {
    app.synth();
    return [];
  } catch (error) {
    return [...String(error).matchAll(/Acknowledge with 'AwsSolutions::([^']+)'/g)]
      .map(([, id]) => id ?? "")
      .sort();
  }
}

const deployed = (change: (watch: Stack) => void) => (app: App) => {
  addStacks(app, deployment);
  change(app.node.findChild("assay-watch") as Stack);
};

describe("cdk-nag", () => {
  test("finds nothing that is not accepted by its exact id", () => {
    expect(findings(deployed(() => {}))).toEqual([]);
  });

  test("stops the synthesis where a violation is planted", () => {
    const planted = (app: App) => {
      checkRules(app);
      new Bucket(new Stack(app, "planted"), "Open");
    };
    expect(findings(planted)).toEqual(["AwsSolutions-S1", "AwsSolutions-S10"]);
  });

  test("sees wildcards that are planted in a role of which other findings are accepted", () => {
    const planted = (watch: Stack) => {
      const role = watch.node.findChild("triage").node.findChild("Role") as Role;
      role.addToPolicy(new PolicyStatement({ actions: ["s3:*"], resources: ["arn:aws:s3:::x"] }));
      role.addToPolicy(new PolicyStatement({ actions: ["s3:GetObject"], resources: ["*"] }));
    };
    expect(findings(deployed(planted))).toEqual([
      "AwsSolutions-IAM5[Action::s3:*]",
      "AwsSolutions-IAM5[Resource::*]",
    ]);
  });
});

describe("the settings of a deployment", () => {
  const settings = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const watching = (repositories: readonly string[], zone = "UTC") =>
    `watch: { organisation: acme, time_zone: ${zone}, products: [{ name: shop, repositories: [${repositories}] }] }`;
  const many = (owner: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${owner}/r${index}`);
  const watch = watching(["acme/shop"]);

  test.each([
    ["have no watch", "version: 1\n", /no `watch`/],
    [
      "name a model that wants a key",
      `version: 1\n${watch}\nmodel: { provider: anthropic, model: x }\n`,
      /a key/,
    ],
    [
      "name a forge that the functions' tokens are not for",
      `version: 1\n${watch}\nforge: { host: git.acme.test, api: "https://git.acme.test/api/v3" }\n`,
      /git\.acme\.test/,
    ],
    [
      "watch more repositories of one owner than a token is for",
      `version: 1\n${watching([...many("acme", 500), "Acme/last"])}\n`,
      /501 repositories of acme/,
    ],
  ])("are refused where they %s", async (_, text, words) => {
    await expect(readOrganisations([settings("a.yaml", text)])).rejects.toMatchObject({
      code: "deployment_refused",
      message: expect.stringMatching(words),
    });
  });

  test("may watch as many of each owner as a token is for, and name GitHub's own API", async () => {
    const text = `version: 1\n${watching([...many("acme", 500), ...many("beta", 500)])}\nforge: { api: "https://api.github.com/" }\n`;
    await expect(readOrganisations([settings("many.yaml", text)])).resolves.toMatchObject([{ name: "acme" }]);
  });

  test("name a time zone in any case", async () => {
    const text = `version: 1\n${watching(["acme/shop"], "europe/berlin")}\n`;
    const [acme] = await readOrganisations([settings("zone.yaml", text)]);
    expect(acme?.timeZone).toBe("Europe/Berlin");
  });

  test("are refused where two files name one organisation", async () => {
    const files = ["b.yaml", "c.yaml"].map((name) => settings(name, `version: 1\n${watch}\n`));
    await expect(readOrganisations(files)).rejects.toMatchObject({ code: "deployment_refused" });
  });

  describe("that watch one repository", () => {
    const both = (first: string, second: string) => {
      const write = (name: string, repositories: string, forge: string) =>
        settings(
          `${name}.yaml`,
          `version: 1\nwatch: { organisation: ${name}, products: [{ name: shop, repositories: [${repositories}] }] }\n${forge}\n`,
        );
      return [
        write("acme", "acme/api, acme/shop", first),
        write("acme-mirror", "Acme/Shop, acme/old", second),
      ];
    };
    const git = (host: string) => `forge: { kind: git, url: "https://${host}/{owner}/{name}.git" }`;

    test.each([
      ["on GitHub and on a plain git remote", "", git("git.acme.test")],
      ["on a plain git remote and on GitHub", git("git.acme.test"), ""],
      ["on two plain git remotes", git("git.acme.test"), git("git.beta.test")],
      ["on one plain git remote", git("git.acme.test"), git("git.acme.test")],
      ["on two GitHub hosts", "", "forge: { host: github.acme.test }"],
    ])(
      "%s are refused, in words that name both files, the repository and the way out",
      async (_, one, two) => {
        const files = both(one, two);
        await expect(readOrganisations(files)).rejects.toMatchObject({
          code: "deployment_refused",
          message: expect.stringMatching(/acme\.yaml, .*acme-mirror\.yaml: .*both watch acme\/shop/i),
          hint: expect.stringMatching(/take acme\/shop out of one of them/i),
        });
      },
    );

    test("on one GitHub host are not", async () => {
      await expect(readOrganisations(both("", "forge: { host: GitHub.com }"))).resolves.toHaveLength(2);
    });
  });

  test("leave the platform's own product out of what is watched", async () => {
    const [acme] = await readOrganisations(ORGANISATIONS);
    expect(acme?.products).toEqual(["shop", "billing"]);
  });
});
