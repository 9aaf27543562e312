import {
  HISTORY_ROWS,
  type History,
  type HistoryRow,
  keptRows,
  type PastResult,
  type RunKey,
} from "../../ports/history.ts";

/** A history that lives as long as the process. */
export function memoryHistory(rowLimit = HISTORY_ROWS): History {
  let runs: { readonly key: RunKey; readonly rows: readonly HistoryRow[] }[] = [];

  return {
    async write() {
      let rows: HistoryRow[] = [];
      return {
        add({ test, outcome, flaky, durationMs, fingerprint }) {
          rows.push({ test, outcome, flaky, durationMs, fingerprint });
        },
        async commit({ run, job, commit, branch, at }) {
          const added = rows;
          rows = [];
          if (runs.some(({ key }) => key.run === run)) return "known";
          runs.push({ key: { run, job, commit, branch, at }, rows: added });
          runs = newest(runs, rowLimit);
          return "recorded";
        },
        async discard() {
          rows = [];
        },
      };
    },

    async of(tests, perTest) {
      const results = new Map<string, PastResult[]>();
      for (const test of new Set(tests)) {
        const past = runs
          .flatMap(({ key, rows }) =>
            rows.filter((row) => row.test === test).map((row) => ({ ...row, ...key })),
          )
          .reverse()
          .sort((a, b) => b.at - a.at)
          .slice(0, perTest);
        if (past.length > 0) results.set(test, past);
      }
      return results;
    },

    async close() {},
  };
}

/** All runs, or, over the limit, the last ones that leave room for more. */
function newest<Run extends { readonly rows: readonly unknown[] }>(runs: Run[], rowLimit: number): Run[] {
  const total = runs.reduce((sum, { rows }) => sum + rows.length, 0);
  if (total <= rowLimit) return runs;
  let before = 0;
  return runs.filter(({ rows }, index) => {
    const fits = total - before <= keptRows(rowLimit);
    before += rows.length;
    return fits || index === runs.length - 1;
  });
}
