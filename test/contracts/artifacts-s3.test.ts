import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { s3ArtifactLink } from "../../knowledge/adapters/s3/artifact-link.ts";
import { s3Artifacts } from "../../knowledge/adapters/s3/artifacts.ts";
import { type Fault, startAwsProxy } from "../support/aws/aws-proxy.ts";
import { AWS_REGION } from "../support/aws/start-dynamodb.ts";
import { type S3Server, s3TestClient, startS3 } from "../support/aws/start-s3.ts";

const bucket = "evidence";
const bytes = new TextEncoder().encode("evidence of a run");
const LOST: Fault = { kind: "dropped", when: "after" };
const BROKEN: Fault = { kind: "error", when: "before" };

let server: S3Server;
beforeAll(async () => {
  server = await startS3([bucket]);
});
afterAll(() => server.close());

async function proxied(attempts?: number) {
  const proxy = await startAwsProxy(server.endpoint);
  onTestFinished(() => proxy.close());
  const client = s3TestClient(proxy.endpoint, attempts);
  return { proxy, artifacts: s3Artifacts({ region: AWS_REGION, bucket, client }) };
}

const keyOf = (digest: string) => `sha256/${digest.slice(0, 2)}/${digest}`;

describe("artifacts in S3", () => {
  test("what is there is not sent again, and nothing is listed", async () => {
    const { proxy, artifacts } = await proxied();
    const digest = await artifacts.put(bytes);
    expect(proxy.requests.map(({ operation }) => operation)).toEqual(["HEAD", "PUT"]);
    await artifacts.put(bytes);
    await artifacts.get(digest);
    expect(proxy.requests.map(({ operation }) => operation)).toEqual(["HEAD", "PUT", "HEAD", "GET"]);
    expect(readFileSync(server.fileOf(bucket, keyOf(digest)), "utf8")).toBe("evidence of a run");
  });

  test("an answer that is lost, or a service that fails for a while, changes nothing", async () => {
    const { proxy, artifacts } = await proxied();
    proxy.fail("HEAD", [BROKEN]);
    proxy.fail("PUT", [LOST, BROKEN]);
    proxy.fail("GET", [LOST, BROKEN]);
    const digest = await artifacts.put(new TextEncoder().encode("once"));
    expect(Buffer.from((await artifacts.get(digest)) ?? []).toString()).toBe("once");
  });

  test("a service that goes on failing is told, after a bounded number of tries", async () => {
    const { proxy, artifacts } = await proxied(3);
    proxy.fail("PUT", Array(20).fill(BROKEN));
    await expect(artifacts.put(new TextEncoder().encode("never"))).rejects.toMatchObject({
      code: "artifacts_unavailable",
      hint: expect.stringContaining("run the command again"),
    });
    expect(proxy.requests.filter(({ operation }) => operation === "PUT")).toHaveLength(3);
  });

  test("bytes that are not those of the digest are an error to whoever reads them, and a cut-off object is mended", async () => {
    const { artifacts } = await proxied();
    const value = new TextEncoder().encode("to be damaged");
    const digest = await artifacts.put(value);
    writeFileSync(server.fileOf(bucket, keyOf(digest)), "to be DAMAGED");
    await expect(artifacts.get(digest)).rejects.toMatchObject({
      code: "artifact_corrupt",
      data: { file: `s3://${bucket}/${keyOf(digest)}` },
    });
    writeFileSync(server.fileOf(bucket, keyOf(digest)), "to be");
    await artifacts.put(value);
    expect(Buffer.from((await artifacts.get(digest)) ?? []).toString()).toBe("to be damaged");
  });

  test("a bucket that is not there is named, with the settings that name it", async () => {
    const client = s3TestClient(server.endpoint);
    const artifacts = s3Artifacts({ region: AWS_REGION, bucket: "nowhere", client });
    const told = {
      code: "artifacts_unavailable",
      message: expect.stringContaining(`there is no nowhere in ${AWS_REGION}`),
      hint: expect.stringContaining("aws.bucket"),
    };
    await expect(artifacts.put(bytes)).rejects.toMatchObject(told);
    await expect(artifacts.get("0".repeat(64))).rejects.toMatchObject(told);
  });
});

describe("a link to an artifact in S3", () => {
  const linkAt = (now: number) =>
    s3ArtifactLink({
      region: AWS_REGION,
      bucket,
      client: s3TestClient(server.endpoint),
      clock: { now: () => now },
    });

  test("gives the bytes to whoever has it, to be kept and not shown", async () => {
    const { artifacts } = await proxied();
    const digest = await artifacts.put(bytes);
    const answer = await fetch(await linkAt(Date.now())(digest, 60));
    expect([answer.status, await answer.text()]).toEqual([200, "evidence of a run"]);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
  });

  test("is refused once its time is over, and where anything of it was changed", async () => {
    const { artifacts } = await proxied();
    const [digest, other] = await Promise.all([
      artifacts.put(bytes),
      artifacts.put(new TextEncoder().encode("of somebody else")),
    ]);
    const link = await linkAt(Date.now())(digest, 60);
    const late = await linkAt(Date.now() - 120_000)(digest, 60);
    const signature = new URL(link);
    signature.searchParams.set("X-Amz-Signature", "0".repeat(64));
    const changed = [
      late,
      link.replace(digest, other).replace(`/${digest.slice(0, 2)}/`, `/${other.slice(0, 2)}/`),
      link.replace("X-Amz-Expires=60", "X-Amz-Expires=6000"),
      signature.href,
    ];
    for (const url of changed) {
      const answer = await fetch(url);
      expect(answer.status, url).toBe(403);
      expect(await answer.text(), url).not.toContain("of somebody else");
    }
  });
});
