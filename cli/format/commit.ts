import type { CommitReceipt } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise, sanitiseLines } from "../terminal/sanitise.ts";
import { formatProblem } from "./problem.ts";

const MARKS = { added: "+", modified: "~", removed: "-" } as const;
const INDENT = "  ";
const HASH_SHOWN = 12;
/** Files that are named; the others are counted. */
const MOST_NAMED = 40;

/** The problems, or the branch, the message and the files, then what became of it. */
export function formatCommit(receipt: CommitReceipt, view: View): string {
  const { result, branch, isDefault, commit, message, files, problems } = receipt;
  const { style } = view;
  if (result === "unchanged") return "nothing to commit: nothing that Assay keeps has changed\n";
  if (result === "refused") {
    const rows = problems.flatMap((problem) => [...formatProblem(problem, view), ""]);
    return `${[...rows, `${style.red("refused")}  nothing was committed: mend the files first`].join("\n")}\n`;
  }
  const named = files.slice(0, MOST_NAMED).map(({ path, change }) => `${MARKS[change]} ${sanitise(path)}`);
  const more = files.length - named.length;
  const where = branch === null ? "no branch" : sanitise(branch);
  const warning = isDefault && result === "planned" ? [style.yellow(`${where} is the default branch`)] : [];
  const fileCount = `${files.length} ${files.length === 1 ? "file" : "files"}`;
  return `${[
    ...sanitiseLines(message).map((line) => (INDENT + line).trimEnd()),
    "",
    ...named,
    ...(more > 0 ? [`and ${more} more`] : []),
    "",
    ...warning,
    result === "done"
      ? `${style.green("committed")}  ${(commit ?? "").slice(0, HASH_SHOWN)} on ${where}, ${fileCount}`
      : `${style.yellow("would commit")}  ${fileCount} to ${where}, and nothing else`,
  ].join("\n")}\n`;
}
