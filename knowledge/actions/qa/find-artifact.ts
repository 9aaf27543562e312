import type { Deps } from "../../ports/deps.ts";
import { WAY_OUT } from "../../qa/decisions/way-out.ts";
import type { QaArtifact, QaRun } from "../../qa/qa-run.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import { artifactStream } from "./artifact-place.ts";
import { readSubject } from "./read-subject.ts";

interface FoundArtifact {
  readonly kind: "found";
  readonly stream: string;
  readonly artifact: QaArtifact;
  readonly run: QaRun;
}

/** The artifact of that id, with the run that left it behind. Errors: those of the ledger. */
export async function findArtifact(
  ledger: Pick<Deps["ledger"], "read" | "snapshot">,
  id: string,
): Promise<FoundArtifact | QaRefusal> {
  const stream = artifactStream(id);
  if (stream === null)
    return missing(`${id} is no id of an artifact: they are named as in SHOP-12/art-7k3f9x2m0a`);
  const read = await readSubject(ledger, stream);
  if (read.kind === "refused") return read;
  for (const { runs } of Object.values(read.qa.requirements))
    for (const run of runs) {
      const artifact = run.artifacts.find((one) => one.id === id);
      if (artifact !== undefined) return { kind: "found", stream, artifact, run };
    }
  return missing(`there is no artifact ${id}`, WAY_OUT.listAny(read.qa));
}

function missing(why: string, recover = "assay qa activity"): QaRefusal {
  return { kind: "refused", code: "row_missing", why, recover };
}
