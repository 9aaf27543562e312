import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { S3Client } from "@aws-sdk/client-s3";
import { clientSettings } from "../../../knowledge/adapters/aws/client-settings.ts";
import { refuseTaken } from "./listen-on.ts";
import { AWS_KEYS, AWS_REGION } from "./start-dynamodb.ts";

export interface S3Server {
  readonly endpoint: string;
  readonly buckets: readonly string[];
  /** Path of an object's bytes on this disk. */
  fileOf(bucket: string, key: string): string;
  close(): Promise<void>;
}

/** S3's protocol on a port, a free one for 0, with these buckets. Errors: the port is taken. */
export async function startS3(buckets: readonly string[], port = 0): Promise<S3Server> {
  // The server itself tells of one where nobody can catch it.
  await refuseTaken(port);
  const directory = mkdtempSync(join(tmpdir(), "assay-s3-"));
  const server = new S3rver({
    port,
    address: "127.0.0.1",
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: buckets.map((name) => ({ name })),
  });
  const { port: taken } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${taken}`,
    buckets,
    fileOf: (bucket, key) => join(directory, bucket, `${key}._S3rver_object`),
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export function s3TestClient(endpoint: string, maxAttempts: number = clientSettings.maxAttempts): S3Client {
  const client = new S3Client({
    region: AWS_REGION,
    endpoint,
    forcePathStyle: true,
    credentials: AWS_KEYS,
    ...clientSettings,
    maxAttempts,
  });
  // The server checks the signature of a whole bucket's address without the slash that the SDK ends it with.
  client.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { path: string };
      request.path = request.path.replace(/(?<=[^/])\/$/, "");
      return next(args);
    },
    { step: "build", priority: "low", name: "bucketWithoutSlash" },
  );
  return client;
}
