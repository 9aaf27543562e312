import type { ArtifactPresigned, ArtifactRead, QaArtifact, QaPruned } from "#knowledge";
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

/** What goes by name, and of what stays how much for which reason. */
export function formatPruned(
  { artifacts, bytes, before, kept, is_done, deleted }: NonNullable<QaPruned["result"]>,
  view: View,
): string {
  const stays = (Object.keys(STAYS) as (keyof typeof STAYS)[])
    .filter((why) => kept[why] > 0)
    .map((why) => `  ${kept[why]} ${STAYS[why]}`);
  const head =
    artifacts.length === 0
      ? `nothing ${is_done ? "was" : "would be"} deleted of what was kept before ${before}`
      : `${is_done ? "deleted" : "would delete"} ${artifacts.length} of what was kept before ${before}, ${bytes} bytes${is_done ? `, ${deleted} in the store` : ""}:`;
  return `${[
    head,
    ...artifacts.map((artifact) => artifactRow(artifact, view)),
    ...(stays.length === 0 ? [] : ["stays:", ...stays]),
    ...(is_done || artifacts.length === 0 ? [] : ["with --yes they are deleted"]),
  ].join("\n")}\n`;
}

const STAYS = {
  binding: "on which a blocking requirement stands that binds",
  awaits_review: "captured, and nobody has judged it",
  open_run: "of a run that has no verdict",
  live_execution: "of an execution that is at work",
  younger: "younger",
  shared: "with the same bytes as one that stays",
  elsewhere: "not in the store that is in use here",
} as const satisfies Record<keyof NonNullable<QaPruned["result"]>["kept"], string>;

function artifactRow({ id, artifact_kind, bytes, handle, pruned_at }: QaArtifact, { style }: View): string {
  const place = handle.backend === "local" ? handle.path : `s3://${handle.bucket}/${handle.key}`;
  const gone = pruned_at === undefined ? "" : `, gone since ${pruned_at}`;
  return `${style.bold(sanitise(id))}  ${artifact_kind}, ${bytes} bytes${gone}\n  ${style.dim(sanitise(place))}`;
}
