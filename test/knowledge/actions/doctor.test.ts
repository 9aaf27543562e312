import { describe, expect, test } from "vitest";
import { diagnose, doctor } from "../../../knowledge/actions/doctor.ts";
import { dispatch } from "../../../knowledge/actions/operation.ts";
import type { HostFacts } from "../../../knowledge/ports/host.ts";
import { hostFacts } from "../../support/host-facts.ts";
import { memoryDeps } from "../../support/memory-deps.ts";

const check = (facts: HostFacts, id: string) => diagnose(facts).checks.find((each) => each.id === id);

describe("doctor", () => {
  test("a good host is healthy and nothing is to mend", async () => {
    const { deps } = memoryDeps("");
    const diagnosis = await dispatch(doctor, { ...deps, host: { facts: async () => hostFacts() } }, {});
    expect(diagnosis.healthy).toBe(true);
    expect(diagnosis.checks.every(({ state, mend }) => state === "ok" && mend === null)).toBe(true);
    expect(doctor.output.parse(diagnosis)).toEqual(diagnosis);
  });

  test.each([
    ["22.16.0", "ok"],
    ["24.0.0", "ok"],
    ["22.15.1", "fail"],
    ["20.19.0", "fail"],
  ])("Node %s: %s", (node, state) => {
    expect(check(hostFacts({ node }), "node")?.state).toBe(state);
  });

  test("no FTS5 fails", () => {
    expect(check(hostFacts({ fts5: false }), "search")?.state).toBe("fail");
  });

  test("no git and no repository are worth a look, and all else works", () => {
    const bare = hostFacts({
      git: null,
      repository: null,
      head: { commit: null, branch: null },
      ledger: { path: null, state: "absent" },
    });
    expect(diagnose(bare).healthy).toBe(true);
    expect(
      diagnose(bare)
        .checks.filter(({ state }) => state === "warn")
        .map(({ id }) => id),
    ).toEqual(["git", "repository", "ledger"]);
  });

  test("a shallow clone names the command that mends it", () => {
    const repository = { top: "/r", commonDir: "/r/.git", shallow: true };
    expect(check(hostFacts({ repository }), "clone")).toMatchObject({
      state: "warn",
      mend: "git fetch --unshallow",
    });
  });

  test.each([
    ["absent", "ok", null],
    ["unwritable", "fail", "make /r/.git/assay/ledger.db and its folder writable for you"],
    [
      "corrupt",
      "fail",
      'mv "/r/.git/assay/ledger.db" "/r/.git/assay/ledger.db.broken", then restore it from a backup',
    ],
  ] as const)("a ledger that is %s: %s", (state, verdict, mend) => {
    const ledger = { path: "/r/.git/assay/ledger.db", state, detail: "why" };
    expect(check(hostFacts({ ledger }), "ledger")).toMatchObject({ state: verdict, mend });
  });

  test("whatever is not ok names what mends it", () => {
    const worst = hostFacts({
      node: "18.0.0",
      fts5: false,
      git: null,
      repository: null,
      ledger: { path: null, state: "absent" },
    });
    for (const { state, mend } of diagnose(worst).checks) expect(mend === null).toBe(state === "ok");
  });
});
