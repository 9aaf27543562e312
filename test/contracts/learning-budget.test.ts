import { describe, expect, test } from "vitest";
import { ingest } from "../../knowledge/actions/ingest.ts";
import { learn } from "../../knowledge/actions/learn.ts";
import { dispatch } from "../../knowledge/actions/operation.ts";
import { memoryDeps, slowArtifacts } from "../support/memory-deps.ts";
import { click, runText } from "../support/run-text.ts";

const REPORT = runText([{ name: "orders", steps: [click("Pay")] }]);

/** Ingests with artifacts of which each reading takes so many seconds; analysis reads one, curation two. */
async function ingestSlowly(seconds: number, budgetSeconds?: number) {
  const { deps, clock, told, report } = memoryDeps(REPORT);
  const slow = { ...deps, artifacts: slowArtifacts(deps.artifacts, () => clock.pass(seconds)) };
  const started = clock.now();
  const { summary } = await dispatch(ingest, slow, { reports: [report], budgetSeconds });
  return { summary, told, took: (clock.now() - started) / 1_000, deps };
}

describe("the time after a verdict", () => {
  test("K-004 the three jobs share 60 seconds: what is over when they are used up is not begun", async () => {
    const inTime = await ingestSlowly(19);
    expect(inTime).toMatchObject({ took: 57, summary: { waiting: [] } });
    const late = await ingestSlowly(21);
    expect(late).toMatchObject({ took: 63, summary: { waiting: ["curation", "proposals"], learned: null } });
    expect(late.told.at(-1)).toMatchObject({ kind: "queued", job: "curation", why: "budget" });
    const later = await ingestSlowly(61);
    expect(later).toMatchObject({ took: 61, summary: { waiting: ["curation", "proposals"], learned: null } });
  });

  test("K-004 curation that others disturb asks for the time before each of its attempts", async () => {
    const { deps, clock, told, report } = memoryDeps(REPORT);
    let writes = 0;
    const disturbed = {
      ...deps,
      records: {
        ...deps.records,
        write: async () => {
          writes += 1;
          clock.pass(25);
          return { kind: "conflict", paths: [] } as const;
        },
      },
    };
    const { summary } = await dispatch(ingest, disturbed, { reports: [report] });
    expect({ writes, summary }).toMatchObject({ writes: 3, summary: { waiting: ["curation", "proposals"] } });
    expect(told.filter(({ kind }) => kind === "queued")).toMatchObject([{ job: "curation", why: "budget" }]);
  });

  test("K-011 a smaller budget is kept too, and what waits is done by whoever asks for it", async () => {
    const { summary, told, deps } = await ingestSlowly(1, 1);
    expect(summary).toMatchObject({ waiting: ["curation", "proposals"] });
    expect(told.find(({ kind }) => kind === "queued")).toMatchObject({ job: "curation", why: "budget" });
    expect(await dispatch(learn, deps, {})).toMatchObject({ runs: [{ result: "done" }], left: 0 });
    expect(await deps.records.list()).toHaveLength(1);
  });

  test("K-002 K-092 an error of any kind in learning is told and changes no answer", async () => {
    const { deps, told, report } = memoryDeps(REPORT);
    const broken = {
      ...deps,
      records: {
        ...deps.records,
        under: async () => {
          throw new TypeError("a fault of ours");
        },
      },
    };
    const answer = await dispatch(ingest, broken, { reports: [report] });
    expect(answer).toMatchObject({ verdict: "pass", summary: { waiting: ["curation", "proposals"] } });
    expect(told.filter(({ kind }) => kind === "queued")).toMatchObject([
      { job: "curation", why: "failed", detail: "a fault of ours" },
    ]);
  });
});
