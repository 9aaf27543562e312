import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileArtifacts } from "../../knowledge/adapters/files/artifacts.ts";
import { memoryArtifacts } from "../../knowledge/adapters/memory/artifacts.ts";
import { s3Artifacts } from "../../knowledge/adapters/s3/artifacts.ts";
import { AWS_REGION } from "../support/aws/start-dynamodb.ts";
import { type S3Server, s3TestClient, startS3 } from "../support/aws/start-s3.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type ArtifactsAdapter, artifactsContract } from "./artifacts.contract.ts";

/** One for each test of the contract: a store is empty. */
const BUCKETS = Array.from({ length: 8 }, (_, index) => `evidence-${index}`);
let s3: S3Server;
let used = 0;
beforeAll(async () => {
  s3 = await startS3(BUCKETS);
});
afterAll(() => s3.close());

/** Every adapter of the port: one row each. */
const ADAPTERS: readonly ArtifactsAdapter[] = [
  {
    name: "memory",
    store() {
      const artifacts = memoryArtifacts();
      return { connect: () => artifacts };
    },
  },
  {
    name: "files",
    store() {
      const folder = join(temporaryFolder(), "not", "there", "yet");
      return { connect: () => fileArtifacts(folder) };
    },
  },
  {
    name: "S3",
    store() {
      const bucket = BUCKETS[used++];
      if (bucket === undefined) throw new Error("no bucket is left");
      return {
        connect: () => s3Artifacts({ region: AWS_REGION, bucket, client: s3TestClient(s3.endpoint) }),
      };
    },
  },
];

for (const adapter of ADAPTERS) artifactsContract(adapter);

describe("artifacts as files", () => {
  const bytes = new TextEncoder().encode("evidence");

  test("a file is named by its digest and nothing else is left beside it", async () => {
    const folder = temporaryFolder();
    const digest = await fileArtifacts(folder).put(bytes);
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
      digest.slice(0, 2),
      join(digest.slice(0, 2), digest),
    ]);
    expect(readFileSync(join(folder, digest.slice(0, 2), digest), "utf8")).toBe("evidence");
  });

  test("a damaged file is an error to whoever reads it, and mended by whoever stores it again", async () => {
    const folder = temporaryFolder();
    const artifacts = fileArtifacts(folder);
    const digest = await artifacts.put(bytes);
    writeFileSync(join(folder, digest.slice(0, 2), digest), "evidenc");
    await expect(artifacts.get(digest)).rejects.toMatchObject({ code: "artifact_corrupt" });
    await artifacts.put(bytes);
    expect(await artifacts.get(digest)).toHaveLength(bytes.length);
  });

  test("what a killed writer left is removed after a day", async () => {
    const folder = temporaryFolder();
    const [old, young] = [join(folder, "writing-old"), join(folder, "writing-young")];
    for (const path of [old, young]) mkdirSync(path);
    utimesSync(old, 1, 1);
    await fileArtifacts(folder).put(bytes);
    expect(readdirSync(folder).filter((name) => name.startsWith("writing-"))).toEqual(["writing-young"]);
  });

  test("a file where the folder should be is told as such", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "artifacts"), "");
    await expect(fileArtifacts(join(folder, "artifacts")).put(bytes)).rejects.toMatchObject({
      code: "artifacts_unavailable",
    });
  });
});
