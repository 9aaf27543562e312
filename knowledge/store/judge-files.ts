import type { Deps } from "../ports/deps.ts";
import { checkRecords } from "../record/check-records.ts";
import { holdsSecret, maskText } from "../record/mask-text.ts";
import type { RecordText } from "../record/read-record-files.ts";
import type { Origin } from "../record/record.ts";
import type { FileProblem } from "../record/record-file.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { readProposals } from "./read-proposals.ts";
import { readTexts } from "./read-records.ts";
import { secretsMask } from "./secrets-mask.ts";
import { type ToldProblem, tellProblem, tellProposalProblem } from "./told-problem.ts";

/**
 * All that is wrong with the files of records and proposals, secrets in them too, and with what was done to the
 * records since `base`. Errors: secrets_unreadable, and those of records and proposals.
 */
export async function judgeFiles(
  { records, proposals, secrets }: Pick<Deps, "records" | "proposals" | "secrets">,
  base: readonly RecordText[] | null,
  by: Origin,
): Promise<{ readonly checked: number; readonly problems: readonly ToldProblem[] }> {
  const files = await readTexts(records);
  const strays = (await records.strays()).map(strayProblem);
  const found = [...strays, ...(await checkRecords({ files, base, by }))];
  const proposed = await readProposals(proposals);
  const mask = await secretsMask(secrets);
  const leaks = files.flatMap((file) => secretProblem(file, mask));
  const stored = (await proposals.list()).map(({ id, text }) => ({ path: `${id}.yaml`, text }));
  const proposedLeaks = stored.flatMap((file) => secretProblem(file, mask));
  const unread = new Set(proposed.problems.map(({ file }) => file)).size;
  return {
    checked: files.length + proposed.placed.length + unread,
    problems: [
      ...[...found, ...leaks].map(tellProblem),
      ...proposed.problems,
      ...proposedLeaks.map(tellProposalProblem),
    ],
  };
}

function secretProblem({ path, text }: RecordText, mask: SecretMask): FileProblem[] {
  if (!holdsSecret(text, mask)) return [];
  const line = text.split("\n").findIndex((one) => holdsSecret(one, mask));
  return [
    {
      // A path is told as everything else is.
      path: maskText(path, mask),
      line: Math.max(line, 0) + 1,
      key: null,
      problem: "holds a secret of the secrets files",
      hint: "take it out of the file; where it was committed or pushed, change the secret itself too",
    },
  ];
}

/** Nothing reads such a file, so that whoever wrote it must be told. */
function strayProblem(path: string): FileProblem {
  return {
    path,
    line: 1,
    key: null,
    problem: "not a record's path, so that nothing reads it",
    hint: "move it to <scope>/<anchor>/<id>.md as a plain file, or out of the knowledge folder",
  };
}
