import { refuse } from "./decisions/decision.ts";
import { ownerOf } from "./decisions/subject-columns.ts";
import type { ExportSource } from "./export-source.ts";
import type { QaRefusal } from "./refusal.ts";

/** The commit that an export is about, for a format that is about one; or that there is none. Pure. */
export function commitOfExport({ commit, name, subject }: ExportSource, format: string): string | QaRefusal {
  if (commit !== null) return commit;
  const owner = ownerOf(subject);
  return subject.kind === "execution"
    ? refuse(
        "precondition_failed",
        `${format} is about one commit, and no run of ${name} that counts names one`,
        `assay qa export ${owner} --format ctrf`,
      )
    : refuse(
        "precondition_failed",
        `${format} is about one commit, and ${name} has none: record the head of its branch`,
        `assay item link ${owner}`,
      );
}
