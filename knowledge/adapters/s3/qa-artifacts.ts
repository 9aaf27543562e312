import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { AssayError } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { QaArtifacts, StoredHandle } from "../../ports/qa-artifacts.ts";
import { digestOf } from "../files/digest.ts";
import { expectSafeKey, isSafeKey, QA_ARTIFACTS } from "../files/safe-key.ts";
import { type BucketPlace, bucketTrouble, s3Client } from "./bucket-place.ts";

/**
 * Evidence of QA runs as objects of a bucket, by their keys. Needs s3:GetObject and s3:PutObject on `qa-artifacts/*`, to
 * prune also s3:DeleteObject there and s3:ListBucket.
 */
export function s3QaArtifacts(place: BucketPlace & { readonly clock: Clock }): QaArtifacts {
  const { bucket: Bucket } = place;
  const client = s3Client(place);
  const asked = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error) || error instanceof AssayError) throw error;
      throw new AssayError(
        "artifacts_unavailable",
        { folder: `s3://${Bucket}`, ...bucketTrouble(error, place) },
        error,
      );
    }
  };
  const handleOf = (key: string, contentType: string) =>
    ({ backend: "s3", bucket: Bucket, key, content_type: contentType }) as const;
  const isOurs = (handle: StoredHandle): handle is Extract<StoredHandle, { backend: "s3" }> =>
    handle.backend === "s3" && handle.bucket === Bucket && isSafeKey(handle.key);

  async function isThere(Key: string): Promise<boolean> {
    try {
      await client.send(new HeadObjectCommand({ Bucket, Key }));
      return true;
    } catch (error) {
      // 403 is what a bucket that may not be listed says of an object that is not there.
      if (statusOf(error) === 404 || statusOf(error) === 403) return false;
      throw error;
    }
  }

  async function bytesOf(Key: string): Promise<Uint8Array | null> {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return (await Body?.transformToByteArray()) ?? new Uint8Array();
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  async function isSame(key: string, digest: string): Promise<boolean> {
    const bytes = await bytesOf(key);
    return bytes !== null && digestOf(bytes) === digest;
  }

  return {
    put: (key, given, contentType) =>
      asked(async () => {
        expectSafeKey(key);
        // A copy, for the SDK may send it again after the caller went on.
        const Body = Uint8Array.from(given);
        const digest = digestOf(Body);
        const stored = { handle: handleOf(key, contentType), digest, bytes: Body.length };
        if (await isThere(key)) {
          if (await isSame(key, digest)) return stored;
          throw new AssayError("artifact_taken", { key });
        }
        try {
          await client.send(
            new PutObjectCommand({
              Bucket,
              Key: key,
              Body,
              ContentLength: Body.length,
              ContentType: contentType,
              ChecksumSHA256: Buffer.from(digest, "hex").toString("base64"),
              IfNoneMatch: "*",
            }),
          );
        } catch (error) {
          // Somebody else was first, or it was stored and the answer was lost.
          if (statusOf(error) !== 412) throw error;
          if (!(await isSame(key, digest))) throw new AssayError("artifact_taken", { key });
        }
        return stored;
      }),

    read: (handle, digest) =>
      asked(async () => {
        if (!isOurs(handle)) return null;
        const bytes = await bytesOf(handle.key);
        if (bytes !== null && digest !== undefined && digestOf(bytes) !== digest)
          throw new AssayError("artifact_corrupt", { file: `s3://${Bucket}/${handle.key}` });
        return bytes;
      }),

    has: (handle) => asked(async () => isOurs(handle) && (await isThere(handle.key))),

    prune: (before, isKept) =>
      asked(async () => {
        let removed = 0;
        let ContinuationToken: string | undefined;
        do {
          const page = await client.send(
            new ListObjectsV2Command({
              Bucket,
              Prefix: `${QA_ARTIFACTS}/`,
              ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
            }),
          );
          for (const { Key, LastModified } of page.Contents ?? []) {
            if (Key === undefined || LastModified === undefined || !isSafeKey(Key)) continue;
            if (LastModified.getTime() >= before || isKept(Key)) continue;
            await client.send(new DeleteObjectCommand({ Bucket, Key }));
            removed += 1;
          }
          ContinuationToken = page.NextContinuationToken;
        } while (ContinuationToken !== undefined);
        return removed;
      }),

    presign: (key, contentType, seconds) =>
      asked(async () => {
        expectSafeKey(key);
        if (await isThere(key)) throw new AssayError("artifact_taken", { key });
        const command = new PutObjectCommand({ Bucket, Key: key, ContentType: contentType });
        const url = await getSignedUrl(client, command, {
          expiresIn: seconds,
          signingDate: new Date(place.clock.now()),
          signableHeaders: new Set(["content-type", "host"]),
        });
        return { url, handle: handleOf(key, contentType) };
      }),
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
