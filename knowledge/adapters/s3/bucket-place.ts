import { S3Client } from "@aws-sdk/client-s3";
import { type AwsTrouble, awsTrouble } from "../aws/aws-trouble.ts";
import { clientSettings } from "../aws/client-settings.ts";

export interface BucketPlace {
  readonly region: string;
  readonly bucket: string;
  /** URL to ask instead of AWS; by default what the SDK finds in the environment. */
  readonly endpoint?: string | undefined;
  /** Whether the bucket stands in the path of a URL and not in its host, as servers other than AWS want it. */
  readonly pathStyle?: boolean | undefined;
  /** Asks in place of a client of its own. */
  readonly client?: S3Client | undefined;
}

/** Milliseconds in which an artifact of a few megabytes is sent on a slow line. */
const LONGEST_UPLOAD = 60_000;

export function s3Client({ region, endpoint, pathStyle = false, client }: BucketPlace): S3Client {
  return (
    client ??
    new S3Client({
      region,
      ...(endpoint === undefined ? {} : { endpoint }),
      forcePathStyle: pathStyle,
      ...clientSettings,
      requestHandler: { ...clientSettings.requestHandler, requestTimeout: LONGEST_UPLOAD },
    })
  );
}

/** Where an artifact stands in the bucket. */
export function artifactKey(digest: string): string {
  return `sha256/${digest.slice(0, 2)}/${digest}`;
}

export function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

export function bucketTrouble(error: unknown, { region, bucket }: BucketPlace): AwsTrouble {
  return awsTrouble(error, { key: "aws.bucket", name: bucket, region, endpoint: "AWS_ENDPOINT_URL_S3" });
}
