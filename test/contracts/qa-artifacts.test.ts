import { mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { fileQaArtifacts } from "../../knowledge/adapters/files/qa-artifacts.ts";
import { s3QaArtifacts } from "../../knowledge/adapters/s3/qa-artifacts.ts";
import { systemClock } from "../../knowledge/adapters/system/clock.ts";
import { type Fault, startAwsProxy } from "../support/aws/aws-proxy.ts";
import { AWS_REGION } from "../support/aws/start-dynamodb.ts";
import { type S3Server, s3TestClient, startS3 } from "../support/aws/start-s3.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type QaArtifactsAdapter, qaArtifactsContract } from "./qa-artifacts.contract.ts";

/** One for each test: a store is empty. */
const BUCKETS = Array.from({ length: 14 }, (_, index) => `evidence-${index}`);
let s3: S3Server;
let used = 0;
beforeAll(async () => {
  s3 = await startS3(BUCKETS);
});
afterAll(() => s3.close());

function nextBucket(): string {
  const bucket = BUCKETS[used++];
  if (bucket === undefined) throw new Error("no bucket is left");
  return bucket;
}

const inBucket = (bucket: string, endpoint = s3.endpoint, attempts?: number) =>
  s3QaArtifacts({ region: AWS_REGION, bucket, client: s3TestClient(endpoint, attempts), clock: systemClock });

/** Every adapter of the port: one row each. */
const ADAPTERS: readonly QaArtifactsAdapter[] = [
  {
    name: "files",
    store() {
      const root = join(temporaryFolder(), "not", "there", "yet");
      return { connect: () => fileQaArtifacts(root) };
    },
  },
  {
    name: "S3",
    store() {
      const bucket = nextBucket();
      return { connect: () => inBucket(bucket) };
    },
  },
];

for (const adapter of ADAPTERS) qaArtifactsContract(adapter);

const KEY = "qa-artifacts/shop/SHOP-12/run-7k3f9x2m0a/run.log";
const bytes = new TextEncoder().encode("evidence");

describe("QA artifacts as files", () => {
  test("are for their owner alone, and nothing else is left beside them", async () => {
    const root = temporaryFolder();
    await fileQaArtifacts(root).put(KEY, bytes, "text/plain");
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.map(({ parentPath, name }) => join(parentPath, name))).toEqual([join(root, KEY)]);
    expect(statSync(join(root, KEY)).mode & 0o077).toBe(0);
    expect(await fileQaArtifacts(root).presign(KEY, "text/plain", 60)).toBeNull();
  });

  test("a link is not followed", async () => {
    const root = temporaryFolder();
    writeFileSync(join(root, "elsewhere"), "secret");
    mkdirSync(join(root, KEY, ".."), { recursive: true });
    symlinkSync(join(root, "elsewhere"), join(root, KEY));
    const artifacts = fileQaArtifacts(root);
    await expect(artifacts.read({ backend: "local", path: KEY })).rejects.toMatchObject({
      code: "artifacts_unavailable",
      message: expect.stringContaining("is a link"),
    });
    expect(await artifacts.prune(Date.now() + 1_000, () => false)).toBe(0);
  });

  test("what a killed writer left is removed after a day, and so are folders that pruning empties", async () => {
    const root = temporaryFolder();
    const artifacts = fileQaArtifacts(root);
    const left = join(root, "qa-artifacts/writing-old");
    mkdirSync(left, { recursive: true });
    utimesSync(left, 1, 1);
    await artifacts.put(KEY, bytes, "text/plain");
    expect(readdirSync(join(root, "qa-artifacts"))).toEqual(["shop"]);
    utimesSync(join(root, KEY), 1, 1);
    expect(await artifacts.prune(Date.now() - 1_000, () => false)).toBe(1);
    expect(readdirSync(join(root, "qa-artifacts"))).toEqual([]);
  });

  test("a file where the folder should be is told as such", async () => {
    const root = temporaryFolder();
    writeFileSync(join(root, "qa-artifacts"), "");
    await expect(fileQaArtifacts(root).put(KEY, bytes, "text/plain")).rejects.toMatchObject({
      code: "artifacts_unavailable",
    });
  });
});

describe("QA artifacts in S3", () => {
  const LOST: Fault = { kind: "dropped", when: "after" };
  const BROKEN: Fault = { kind: "error", when: "before" };

  test("Q-036 a client writes by itself to a presigned place, of that type and for that time alone", async () => {
    const artifacts = inBucket(nextBucket());
    const place = await artifacts.presign(KEY, "text/plain", 60);
    if (place === null) throw new Error("no place");
    const send = (url: string, type: string) =>
      fetch(url, { method: "PUT", body: "evidence", headers: { "content-type": type } });
    const forged = new URL(place.url);
    forged.searchParams.set("X-Amz-Signature", "0".repeat(64));
    expect((await send(forged.href, "text/plain")).status).toBe(403);
    expect(await artifacts.has(place.handle)).toBe(false);
    expect((await send(place.url, "text/plain")).status).toBe(200);
    expect(Buffer.from((await artifacts.read(place.handle)) ?? []).toString()).toBe("evidence");
    await expect(artifacts.presign(KEY, "text/plain", 60)).rejects.toMatchObject({ code: "artifact_taken" });
  });

  test("an answer that is lost, or a service that fails for a while, changes nothing", async () => {
    const proxy = await startAwsProxy(s3.endpoint);
    onTestFinished(() => proxy.close());
    const artifacts = inBucket(nextBucket(), proxy.endpoint);
    proxy.fail("HEAD", [BROKEN]);
    proxy.fail("PUT", [LOST, BROKEN]);
    proxy.fail("GET", [LOST, BROKEN]);
    const { handle, digest } = await artifacts.put(KEY, bytes, "text/plain");
    expect(Buffer.from((await artifacts.read(handle, digest)) ?? []).toString()).toBe("evidence");
  });

  test("a service that goes on failing, and a bucket that is not there, are told with what names them", async () => {
    const proxy = await startAwsProxy(s3.endpoint);
    onTestFinished(() => proxy.close());
    proxy.fail("PUT", Array(20).fill(BROKEN));
    const failing = inBucket(nextBucket(), proxy.endpoint, 3);
    await expect(failing.put(KEY, bytes, "text/plain")).rejects.toMatchObject({
      code: "artifacts_unavailable",
      hint: expect.stringContaining("run the command again"),
    });
    await expect(inBucket("nowhere").put(KEY, bytes, "text/plain")).rejects.toMatchObject({
      code: "artifacts_unavailable",
      message: expect.stringContaining(`there is no nowhere in ${AWS_REGION}`),
      hint: expect.stringContaining("aws.bucket"),
    });
  });
});
