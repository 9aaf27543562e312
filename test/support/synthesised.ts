import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import type { TestProject } from "vitest/node";
import { addStacks } from "../../infra/add-stacks.ts";
import { readOrganisations } from "../../infra/organisation.ts";
import { packBundles } from "../../infra/pack-bundles.ts";
import { buildLambdas } from "../../lambdas/build.ts";
import { ORGANISATIONS } from "./organisations.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The assembly of the app for the organisations of the fixtures, and how large each bundle is. */
    readonly synthesised: {
      readonly folder: string;
      readonly bundles: readonly {
        readonly name: string;
        readonly bytes: number;
        readonly sdkBytes: number;
      }[];
    };
  }
}

/** Before any test of functions and infrastructure: everything bundled and synthesised once. */
export async function setup(project: TestProject): Promise<() => void> {
  const root = await mkdtemp(join(tmpdir(), "assay-synth-"));
  const organisations = await readOrganisations(ORGANISATIONS);
  const built = await buildLambdas(join(root, "lambdas"));
  // `npm run synth` has CloudFormation's own rules checked as well, which takes ten times as long.
  process.env.CDK_VALIDATION = "false";
  const app = new App({ outdir: join(root, "cdk.out") });
  addStacks(app, {
    organisations,
    bundles: await packBundles(built, organisations),
    appId: "4711",
    appKey: "/assay/github-app/key",
    alarmEmail: "people@acme.test",
    monthlyUSD: 30,
  });
  app.synth();
  project.provide("synthesised", {
    folder: join(root, "cdk.out"),
    bundles: built.map(({ lambda, bytes, sdkBytes }) => ({ name: lambda.name, bytes, sdkBytes })),
  });
  return () => rmSync(root, { recursive: true, force: true });
}
