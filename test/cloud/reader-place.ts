import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { AWS_KEYS, AWS_REGION } from "../support/aws/start-dynamodb.ts";
import type { Forge } from "./forge.ts";
import type { Cloud } from "./start-cloud.ts";

/** Where `assay` shows the streams that the functions keep. */
export interface ReaderPlace {
  /** Repositories whose settings name the cloud's table and bucket, one an organisation. */
  readonly folders: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Makes such repositories below a folder. */
export function makeReaderPlace(
  root: string,
  forge: Forge,
  { assembly, environment }: Pick<Cloud, "assembly" | "environment">,
): ReaderPlace {
  // The functions are told which bucket holds artifacts; there is another one.
  const told = (name: string) =>
    assembly.functions.map((one) => one.environment[name]).find((value) => value !== undefined) ?? "";
  const place = { region: AWS_REGION, table: told("ASSAY_TABLE"), bucket: told("ASSAY_BUCKET") };
  const folders = [...forge.settings].map(([name, settings]) => {
    const folder = join(root, name.replace(/\.ya?ml$/, ""));
    const document = parseDocument(settings);
    document.set("ledger", "dynamodb");
    document.set("artifacts", "s3");
    document.set("aws", place);
    mkdirSync(join(folder, ".assay"), { recursive: true });
    writeFileSync(join(folder, ".assay/config.yaml"), document.toString());
    execFileSync("git", ["init", "--quiet", "--initial-branch=main", folder]);
    return folder;
  });
  return {
    folders,
    environment: {
      ...environment,
      AWS_REGION,
      AWS_ACCESS_KEY_ID: AWS_KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: AWS_KEYS.secretAccessKey,
      ...forge.readers,
    },
  };
}
