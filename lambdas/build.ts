import { rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { pastTheIndex } from "../cli/past-the-index.ts";
import type { Lambda } from "./lambda.ts";
import { leaveOut } from "./leave-out.ts";
import { LAMBDAS } from "./registry.ts";

/** What a function's bundle holds, in bytes as it is deployed. */
export interface Bundle {
  readonly lambda: Lambda;
  /** Folder with `index.cjs`. */
  readonly folder: string;
  readonly bytes: number;
  /** Of these, the AWS SDK's: the one that was tested goes along instead of whichever the runtime brings (ADR 28). */
  readonly sdkBytes: number;
}

const root = join(import.meta.dirname, "..");

/**
 * Packages of the AWS SDK; X-Ray's is none. Models come with a signing package of the same family, which is theirs.
 */
const SDK = /node_modules\/(?:@aws-sdk|@smithy|@aws-crypto|@aws)\//;

/** Bundles every function of the registry into its own folder below `target`, which is made anew. */
export async function buildLambdas(target: string): Promise<readonly Bundle[]> {
  await rm(target, { recursive: true, force: true });
  return await Promise.all(LAMBDAS.map((lambda) => buildLambda(lambda, join(target, lambda.name))));
}

/**
 * One CommonJS file: packages that require at run time fail as ES modules, and only then. What is imported
 * dynamically is evaluated at its first use, as in the sources.
 */
async function buildLambda(lambda: Lambda, folder: string): Promise<Bundle> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(import.meta.dirname, lambda.entry)],
    outfile: join(folder, "index.cjs"),
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node24",
    mainFields: ["module", "main"],
    minify: true,
    legalComments: "linked",
    metafile: true,
    plugins: [pastTheIndex(root), leaveOut(root)],
    define: {
      "process.env.NODE_ENV": '"production"',
      "process.env.ASSAY_MODEL": lambda.model ? '"yes"' : '"no"',
      "process.env.ASSAY_REQUESTS": lambda.token === "requests" ? '"yes"' : '"no"',
      "import.meta.dirname": "__dirname",
    },
    logLevel: "error",
  });
  const [output] = Object.entries(metafile.outputs)
    .filter(([path]) => path.endsWith(".cjs"))
    .map(([, one]) => one);
  const inputs = Object.entries(output?.inputs ?? {});
  const sdkBytes = inputs.reduce(
    (sum, [path, { bytesInOutput }]) => sum + (SDK.test(path) ? bytesInOutput : 0),
    0,
  );
  return { lambda, folder, bytes: output?.bytes ?? 0, sdkBytes };
}
