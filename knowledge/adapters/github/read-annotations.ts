import type { Annotation } from "../../ports/forge.ts";
import type { Place } from "./github-clients.ts";

/** The annotations of a check run, all pages. */
export async function readAnnotations(place: Place, checkRun: number): Promise<readonly Annotation[]> {
  const { client, owner, repo } = place;
  const found = await client.paginate("GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations", {
    owner,
    repo,
    check_run_id: checkRun,
    per_page: 100,
  });
  return found.map(({ path, start_line, end_line, annotation_level, title, message }) => ({
    path,
    line: start_line,
    endLine: end_line,
    level: annotation_level === "failure" || annotation_level === "warning" ? annotation_level : "notice",
    title: title ?? "",
    message: message ?? "",
  }));
}
