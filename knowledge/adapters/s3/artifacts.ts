import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { AssayError } from "../../errors.ts";
import type { Artifacts } from "../../ports/artifacts.ts";
import { digestOf } from "../files/digest.ts";
import { artifactKey, type BucketPlace, bucketTrouble, isDigest, s3Client } from "./bucket-place.ts";

/**
 * Artifacts as objects `sha256/<first two digits>/<digest>` of a bucket. Needs s3:GetObject and s3:PutObject on
 * `sha256/*`, and neither s3:ListBucket nor conditional writes: the same bytes have the same key.
 */
export function s3Artifacts(place: BucketPlace): Artifacts {
  const { bucket: Bucket } = place;
  const client = s3Client(place);
  const unavailable = (error: unknown) =>
    error instanceof Error && !(error instanceof AssayError)
      ? new AssayError(
          "artifacts_unavailable",
          { folder: `s3://${Bucket}`, ...bucketTrouble(error, place) },
          error,
        )
      : error;

  /** Whether the object is there with these bytes, as far as the bucket says it. */
  async function isThere(Key: string, bytes: Uint8Array, checksum: string): Promise<boolean> {
    try {
      const { ContentLength, ChecksumSHA256 = checksum } = await client.send(
        new HeadObjectCommand({ Bucket, Key, ChecksumMode: "ENABLED" }),
      );
      return ContentLength === bytes.length && ChecksumSHA256 === checksum;
    } catch (error) {
      // 403 is what a bucket that may not be listed says of an object that is not there.
      if (statusOf(error) === 404 || statusOf(error) === 403) return false;
      throw error;
    }
  }

  return {
    async put(bytes) {
      const digest = digestOf(bytes);
      const Key = artifactKey(digest);
      const checksum = Buffer.from(digest, "hex").toString("base64");
      try {
        // A copy, for the SDK may send it again after the caller went on.
        const Body = Uint8Array.from(bytes);
        if (!(await isThere(Key, Body, checksum)))
          await client.send(
            new PutObjectCommand({
              Bucket,
              Key,
              Body,
              ContentLength: Body.length,
              ContentType: "application/octet-stream",
              ChecksumSHA256: checksum,
            }),
          );
        return digest;
      } catch (error) {
        throw unavailable(error);
      }
    },

    async get(digest) {
      if (!isDigest(digest)) return null;
      const Key = artifactKey(digest);
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
        const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
        if (digestOf(bytes) !== digest)
          throw new AssayError("artifact_corrupt", { file: `s3://${Bucket}/${Key}` });
        return bytes;
      } catch (error) {
        if (isAbsent(error)) return null;
        throw unavailable(error);
      }
    },
  };
}

/** Where the bucket may not be listed, an object that is not there is told as a missing right to list. */
function isAbsent(error: unknown): boolean {
  const { name, message = "" } = error as Partial<Error>;
  return name === "NoSuchKey" || (name === "AccessDenied" && message.includes("s3:ListBucket"));
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}
