import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { addStacks } from "../../infra/add-stacks.ts";
import type { Deployment } from "../../infra/deployment.ts";
import { readOrganisations } from "../../infra/organisation.ts";
import { packBundles } from "../../infra/pack-bundles.ts";
import { type Bundle, buildLambdas } from "../../lambdas/build.ts";

export interface Synthesised {
  /** Folder of the assembly. */
  readonly folder: string;
  readonly bundles: readonly Bundle[];
}

/** Bundles every function below a folder and synthesises the app for the organisations of these settings files. */
export async function synthesise(
  root: string,
  files: readonly string[],
  deployment: Partial<Omit<Deployment, "bundles" | "organisations">> = {},
): Promise<Synthesised> {
  const organisations = await readOrganisations(files);
  const bundles = await buildLambdas(join(root, "lambdas"));
  // `npm run synth` has CloudFormation's own rules checked as well, which takes ten times as long.
  process.env.CDK_VALIDATION = "false";
  const folder = join(root, "cdk.out");
  const app = new App({ outdir: folder });
  addStacks(app, {
    organisations,
    bundles: await packBundles(bundles, organisations),
    appId: "4711",
    appKey: "/assay/github-app/key",
    alarmEmail: null,
    monthlyUSD: 30,
    ...deployment,
  });
  app.synth();
  return { folder, bundles };
}
