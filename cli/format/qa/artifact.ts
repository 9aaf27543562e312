import type { ArtifactPresigned, ArtifactRead, QaArtifact } from "#knowledge";
import type { View } from "../../command.ts";
import { sanitise, sanitiseLines } from "../../terminal/sanitise.ts";

/** An artifact that was kept, with its id whole. */
export function formatArtifactDone(
  { artifact }: { readonly artifact: QaArtifact | null },
  view: View,
): string {
  return artifact === null
    ? "it would be kept\n"
    : `${view.style.green("kept")}  ${artifactRow(artifact, view)}\n`;
}

/** A text as it is; of other bytes what is known of them, and where they were written. */
export function formatArtifactRead(
  { artifact, text }: NonNullable<ArtifactRead["result"]>,
  written: string | null,
  view: View,
): string {
  if (written !== null) return `written  ${sanitise(written)}\n`;
  if (text !== null) return `${sanitiseLines(text).join("\n").replace(/\n$/, "")}\n`;
  return `${artifactRow(artifact, view)}\n`;
}

export function formatPresigned(
  { url, handle, content_type, expires_in_seconds }: NonNullable<ArtifactPresigned["result"]>,
  _view: View,
): string {
  return `${[
    `PUT the bytes within ${expires_in_seconds} seconds, as ${sanitise(content_type)}:`,
    sanitise(url),
    `then record them: --handle '${sanitise(JSON.stringify(handle))}'`,
  ].join("\n")}\n`;
}

function artifactRow({ id, artifact_kind, bytes, handle }: QaArtifact, { style }: View): string {
  const place = handle.backend === "local" ? handle.path : `s3://${handle.bucket}/${handle.key}`;
  return `${style.bold(sanitise(id))}  ${artifact_kind}, ${bytes} bytes\n  ${style.dim(sanitise(place))}`;
}
