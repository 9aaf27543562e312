import type { TestCase } from "../evidence/test-case.ts";
import type { History, RunKey, RunWriter } from "../ports/history.ts";
import { maskText } from "../record/mask-text.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { historyRow, openRowDigest } from "./run-digest.ts";

/** When and of what a run was. */
export type RunPlace = Omit<RunKey, "run">;

/** A run on its way into the history: fed test by test, then named. */
export interface RunRecorder {
  test(test: TestCase): void;
  /** Says which run it is (`id`, where the caller has one), and whether that was there already. Errors: those of the history. */
  commit(where: RunPlace, id?: string): Promise<{ readonly run: string; readonly known: boolean }>;
  discard(): Promise<void>;
}

/**
 * A row a test. The run's key is the digest of its rows, so that the same report recorded twice is one run. What is
 * kept is masked; `mask` may be left out where that was done before.
 */
export async function openRunRecorder(
  history: History,
  mask: SecretMask = (value) => value,
): Promise<RunRecorder> {
  const masked = (text: string | null) => (text === null ? null : maskText(text, mask));
  const writer: RunWriter = await history.write();
  const digest = openRowDigest();
  return {
    test(test) {
      const row = historyRow(test);
      writer.add({ ...row, test: maskText(row.test, mask) });
      digest.row(row);
    },
    async commit(where, id) {
      const run = id ?? digest.end(where);
      const { commit, branch, job, at } = where;
      const place = { commit: masked(commit), branch: masked(branch), job: masked(job), at };
      return { run, known: (await writer.commit({ run, ...place })) === "known" };
    },
    discard: () => writer.discard(),
  };
}
