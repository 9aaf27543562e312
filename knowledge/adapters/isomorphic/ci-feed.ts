import type { CiFeed } from "../../ports/ci-feed.ts";
import { unsupported } from "./unsupported.ts";

/** The CI feed of a plain git remote at this host, which has none: forge_unsupported, whatever is asked. */
export function isomorphicCiFeed(host: string): CiFeed {
  const no = async () => {
    throw unsupported(host, "checks to watch or to look back on");
  };
  return {
    heads: no,
    relation: no,
    workflowRuns: no,
    timedJobs: no,
    runArtifacts: no,
    runArtifact: no,
  };
}
