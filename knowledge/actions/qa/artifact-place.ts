import { placeOfId } from "../../qa/qa-id.ts";

/**
 * Key under which evidence is stored: `qa-artifacts/<project>/<subject>/<run>/<filename>`, of segments that are the same on
 * every system. The name begins with a digest, so that other bytes have another place. Pure.
 */
export function artifactPlace(project: string, run: string, file: string, digest: string): string {
  const [subject = "", id = ""] = run.split("/");
  const name = file.split(/[/\\]/).at(-1) ?? "";
  return [
    "qa-artifacts",
    segment(project),
    segment(subject),
    segment(id),
    segment(`${digest.slice(0, 12)}-${name}`),
  ].join("/");
}

function segment(text: string): string {
  return (
    text
      .replace(/[^A-Za-z0-9._-]+/g, "-")
      .replace(/^[^A-Za-z0-9_]+/, "")
      .slice(0, 120) || "_"
  );
}

/** The stream of an artifact's id, or null where it is none. Pure. */
export function artifactStream(id: string): string | null {
  const place = placeOfId(id);
  return place?.kind === "art" ? place.stream : null;
}
