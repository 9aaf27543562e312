import { GetObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { Clock } from "../../ports/clock.ts";
import { artifactKey, type BucketPlace, s3Client } from "./bucket-place.ts";

/**
 * Makes links by which anybody may read one artifact of the bucket for so many seconds from now, 1 to 604800, without
 * an account; made when somebody wants it, never kept. It is downloaded and not shown, for it may be a page that
 * somebody else wrote. Whether the artifact is there is not looked at. Errors: those of the SDK.
 */
export function s3ArtifactLink(
  place: BucketPlace & { readonly clock: Clock },
): (digest: string, seconds: number) => Promise<string> {
  const client = s3Client(place);
  return (digest, seconds) => {
    const command = new GetObjectCommand({
      Bucket: place.bucket,
      Key: artifactKey(digest),
      ResponseContentType: "application/octet-stream",
      ResponseContentDisposition: `attachment; filename="${digest.slice(0, 16)}"`,
    });
    return getSignedUrl(client, command, { expiresIn: seconds, signingDate: new Date(place.clock.now()) });
  };
}
