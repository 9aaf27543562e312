import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { AssayError } from "#knowledge";
import { buildLambdas } from "../lambdas/build.ts";
import { addStacks } from "./add-stacks.ts";
import { readOrganisations } from "./organisation.ts";
import { packBundles } from "./pack-bundles.ts";

/**
 * The CDK app. Context: `organisations` (settings files, with commas between), `appId`, `appKey` (name of the parameter),
 * `alarmEmail`, `monthlyUSD`. docs/operators-guide.md says how it is deployed.
 */
const root = join(import.meta.dirname, "..");
const app = new App();

try {
  const named = text("organisations");
  const files = named ?? join(import.meta.dirname, "example-organisation.yaml");
  const appId = text("appId") ?? (named === undefined ? "0" : null);
  if (appId === null)
    throw new AssayError("deployment_refused", {
      file: files,
      problem: "no GitHub App is named",
      fix: "give its id: -c appId=12345",
    });
  const organisations = await readOrganisations(files.split(",").map((file) => file.trim()));
  const bundles = await packBundles(await buildLambdas(join(root, ".cache/lambdas")), organisations);
  addStacks(app, {
    organisations,
    bundles,
    appId,
    appKey: text("appKey") ?? "/assay/github-app/key",
    alarmEmail: text("alarmEmail") ?? null,
    monthlyUSD: Number(text("monthlyUSD") ?? "30"),
  });
  app.synth();
} catch (error) {
  if (!(error instanceof AssayError)) throw error;
  process.stderr.write(`${error.message}\n${error.hint}\n`);
  process.exitCode = 1;
}

function text(key: string): string | undefined {
  const value: unknown = app.node.tryGetContext(key);
  return value === undefined || value === "" ? undefined : String(value);
}
