import { RUN_VERDICTS, type RunSummary } from "#knowledge";
import { duration } from "../../terminal/age.ts";
import { runDetail } from "../details/run-detail.ts";
import { causeWords, countWords, VERDICT_SIGNS } from "../details/run-words.ts";
import type { RunQuery } from "../operations.ts";
import type { Row, Screen } from "../screen.ts";

export const runs = {
  id: "runs",
  title: "Runs",
  key: "2",
  noun: ["run", "runs"],
  filterHint: "pass, fail, undetermined or error, and a branch",
  async rows(operations, { filter, offset, limit }) {
    const { runs, total } = await operations.runs({ limit, offset, ...runQuery(filter) });
    return { rows: runs.map(runRow), total };
  },
  detail: async (operations, row) => runDetail(await operations.run(row.subject.id)),
  empty: (filter) =>
    filter === ""
      ? [
          { kind: "title", text: "No run is recorded yet." },
          { kind: "gap" },
          { kind: "text", text: "Run your tests through Assay, or give it their report:" },
          { kind: "gap" },
          { kind: "quote", text: "assay run -- npm test" },
          { kind: "quote", text: "assay ingest report.xml" },
        ]
      : [
          { kind: "text", text: `No run answers “${filter}”.` },
          {
            kind: "text",
            text: "The filter knows a verdict (pass, fail, undetermined, error) and a branch.",
          },
        ],
} as const satisfies Screen;

/** A word that is a verdict is one; the other word is a branch. */
export function runQuery(filter: string): Pick<RunQuery, "verdict" | "branch"> {
  const words = filter.split(/\s+/).filter(Boolean);
  const verdict = RUN_VERDICTS.find((word) => words.includes(word));
  const branch = words.find((word) => word !== verdict)?.replace(/^branch:/, "");
  return { ...(verdict === undefined ? {} : { verdict }), ...(branch === undefined ? {} : { branch }) };
}

function runRow(run: RunSummary): Row {
  return {
    id: run.run,
    sign: VERDICT_SIGNS[run.verdict],
    text: [countWords(run), ...causeWords(run.causes), ...(run.job === null ? [] : [run.job])].join(" · "),
    facts: [
      ...(run.durationMs === null ? [""] : [duration(run.durationMs)]),
      run.branch ?? "",
      run.commit?.slice(0, 7) ?? "",
    ],
    at: run.at,
    subject: { kind: "run", id: run.run },
  };
}
