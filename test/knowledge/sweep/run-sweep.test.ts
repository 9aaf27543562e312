import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dispatch } from "../../../knowledge/actions/operation.ts";
import { sweepRun } from "../../../knowledge/actions/sweep-run.ts";
import { sweepShow } from "../../../knowledge/actions/sweep-show.ts";
import { groupAccount } from "../../../knowledge/budget/account-events.ts";
import { readAccount } from "../../../knowledge/budget/read-account.ts";
import { readState } from "../../../knowledge/ledger/read-state.ts";
import { REQUEST } from "../../../knowledge/proposal/request.ts";
import { requestStream } from "../../../knowledge/proposal/request-identity.ts";
import { endsAfter } from "../../support/ends-after.ts";
import { sweepDeps } from "../../support/sweep/sweep-deps.ts";
import {
  layRun,
  layRuns,
  SHOP,
  type SweepWorldOptions,
  sweepWorld,
} from "../../support/sweep/sweep-world.ts";

/** Monday, seven o'clock in Berlin; the week swept is the 48th. */
const NOW = "2026-11-30T06:00:00Z";

async function flakyShop(options: Partial<SweepWorldOptions> = {}) {
  const world = await sweepWorld({ now: NOW, ...options });
  layRuns(world, world.repo, "2026-11-23T08:00:00Z", [
    ...Array.from({ length: 4 }, () => ({})),
    ...Array.from({ length: 3 }, () => ({ seconds: 600, attempts: ["failure", "success"] })),
  ]);
  const { deps, gone } = sweepDeps(world);
  const run = (input: { week?: string; late?: boolean } = {}, ports = deps) =>
    dispatch(sweepRun, ports, { product: "shop", ...input });
  return { world, deps, gone, run };
}

describe("a sweep", () => {
  test("finds, reports and opens one issue once; asked again it gives the same and writes nothing", async () => {
    const { world, deps, run } = await flakyShop();
    const first = await run();
    expect(first).toMatchObject({
      organisation: "acme",
      product: "shop",
      week: "2026-W48",
      kind: "swept",
      swept: {
        findings: [{ kind: "flaky-job", reruns: 3, minutes: 30, confidence: "high", samples: 7 }],
        home: SHOP,
        issue: { repository: SHOP, number: 1 },
        looked: [{ repository: SHOP, runsBegun: 7, runsRead: 7, runsFailed: 3 }],
      },
      due: [{ kind: "propose", organisation: "acme", repository: SHOP }],
    });
    expect(world.issues()).toMatchObject([
      { title: "Weekly sweep: unit: flaky", labels: [{ name: "assay:sweep" }] },
    ]);
    const { state } = await readState(
      deps.ledger,
      requestStream({ repository: SHOP, kind: "sweep" }),
      REQUEST,
    );
    expect(state.wanted).toMatchObject([{ source: "sweep acme.shop" }]);
    const writes = world.writes().length;
    const again = await run();
    expect({ ...again, kind: "swept" }).toEqual(first);
    expect(again.kind).toBe("already");
    expect(world.writes()).toHaveLength(writes);
    const shown = await dispatch(sweepShow, deps, { product: "shop" });
    expect(shown).toMatchObject({
      week: "2026-W48",
      swept: first.swept ?? {},
      weeks: ["2026-W48"],
      next: "2026-12-07T06:00:00.000Z",
    });
    expect(shown.report).toContain("# CI of shop, week 2026-W48");
  });

  test("proposes by the name of the settings where the repository was renamed, so that there is one request of it", async () => {
    const { world, run } = await flakyShop();
    world.github.rename(SHOP, "acme/store");
    expect(await run()).toMatchObject({
      swept: { home: SHOP, looked: [{ repository: "acme/store" }], issue: { repository: "acme/store" } },
      due: [{ kind: "propose", organisation: "acme", repository: SHOP }],
    });
  });

  test("looks at no archived repository, and says so", async () => {
    const { world, run } = await flakyShop();
    world.repo.state.archived = true;
    expect(await run()).toMatchObject({
      kind: "swept",
      swept: { home: null, issue: null, looked: [] },
      due: [],
    });
    expect(world.writes()).toEqual([]);
  });

  test("reads no run of another week, of another branch, or of a pull request's branch", async () => {
    const { world, run } = await flakyShop();
    for (const at of ["2026-11-22T22:59:00Z", "2026-11-29T23:00:00Z"])
      layRun(world, world.repo, { at, attempts: ["failure", "success"] });
    const elsewhere = world.repo.pushCommit("feature", { "a.ts": "1\n" });
    for (const conclusion of ["failure", "success"])
      world.repo.check(elsewhere, {
        name: "unit",
        conclusion,
        workflow: {
          path: ".github/workflows/ci.yml",
          event: "push",
          branch: "feature",
          at: Date.parse("2026-11-24T08:00:00Z"),
        },
      });
    layRun(world, world.repo, { at: "2026-11-22T23:00:00Z" });
    layRun(world, world.repo, { at: "2026-11-29T22:59:00Z" });
    const { swept } = await run();
    expect(swept?.looked).toMatchObject([{ runsBegun: 9, runsRead: 9 }]);
    expect(swept?.findings).toMatchObject([{ samples: 9, rate: { found: 3, all: 9 } }]);
  });

  test("that is killed at any call goes on, and writes nothing twice", async () => {
    const { world, deps, run } = await flakyShop();
    const kill = (name: "append" | "put" | "openIssue", after: boolean, nth: number) => {
      let count = 0;
      const wrap =
        <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
        async (...args: Args): Promise<Answer> => {
          count += 1;
          if (count === nth && !after) throw new Error("killed");
          const answer = await call(...args);
          if (count === nth) throw new Error("killed");
          return answer;
        };
      const { ledger, artifacts, forge } = deps;
      if (name === "append") return { ...deps, ledger: { ...ledger, append: wrap(ledger.append) } };
      if (name === "put") return { ...deps, artifacts: { ...artifacts, put: wrap(artifacts.put) } };
      return { ...deps, forge: { ...forge, openIssue: wrap(forge.openIssue) } };
    };
    for (const [name, most] of [
      ["put", 2],
      ["append", 9],
      ["openIssue", 1],
    ] as const)
      for (let nth = 1; nth <= most; nth++)
        for (const after of [false, true]) {
          await run({}, kill(name, after, nth) as typeof deps).catch((error: unknown) => {
            if (!String(error).includes("killed")) throw error;
          });
          world.github.clock.advance(61_000);
        }
    expect(await run()).toMatchObject({ swept: { issue: { number: 1 } } });
    expect(world.issues()).toHaveLength(1);
    const { entries } = await readAccount(deps.ledger, groupAccount({ organisation: "acme", group: "qa" }));
    expect(entries.filter(({ end }) => end === null)).toEqual([]);
  });

  test("that is killed once it was said to be done leaves no money set aside", async () => {
    const { deps, run } = await flakyShop();
    const killed = { ...deps, ledger: endsAfter("sweep.done", deps.ledger) };
    await expect(run({}, killed)).rejects.toThrow("killed");
    expect((await run()).kind).toBe("already");
    const { entries } = await readAccount(deps.ledger, groupAccount({ organisation: "acme", group: "qa" }));
    expect(entries.map(({ end }) => end?.micros)).toEqual([0]);
  });

  test("whose answer from the forge was lost finds its issue by its mark, and waits where lists are behind", async () => {
    const { world, deps, run } = await flakyShop({ forge: { listLag: 30_000 } });
    const lost = {
      ...deps.forge,
      openIssue: async (...args: Parameters<typeof deps.forge.openIssue>) => {
        await deps.forge.openIssue(...args);
        throw new Error("the answer was lost");
      },
    };
    await expect(run({}, { ...deps, forge: lost })).rejects.toThrow("the answer was lost");
    expect(await run()).toMatchObject({ kind: "later", swept: { issue: null, doneAt: null } });
    world.github.clock.advance(60_000);
    expect(await run()).toMatchObject({ kind: "swept", swept: { issue: { number: 1 } } });
    expect(world.issues()).toHaveLength(1);
  });

  test("is left to whoever works on it, until that process is gone or its lease is over", async () => {
    const { world, deps, gone, run } = await flakyShop();
    const other = { ...deps, holder: { ...deps.holder, name: async () => "there/2/b" } };
    const slow = new Promise<void>((resolve) => {
      world.github.onRequest = async () => {
        world.github.onRequest = null;
        expect(await run({}, other)).toMatchObject({ kind: "claimed-by-other", holder: "here/1/a" });
        resolve();
      };
    });
    const first = await run();
    await slow;
    expect(first.kind).toBe("swept");
    expect(world.issues()).toHaveLength(1);
    world.goTo("2026-12-07T06:00:00Z");
    // It is killed in its first look, for which it claimed the week before.
    await new Promise<void>((looking) => {
      const heads = () => {
        looking();
        return new Promise<never>(() => {});
      };
      void run({}, { ...deps, ciFeed: { ...deps.ciFeed, heads } });
    });
    expect(await run({}, other)).toMatchObject({ kind: "claimed-by-other" });
    gone.add("here/1/a");
    expect(await run({}, other)).toMatchObject({ kind: "swept", week: "2026-W49" });
  });

  test("compares with what earlier sweeps kept, and without them with the weeks before it", async () => {
    const world = await sweepWorld({ now: NOW });
    const week = (from: string, seconds: number) =>
      layRuns(
        world,
        world.repo,
        from,
        Array.from({ length: 16 }, (_, at) => ({ seconds: seconds + (at % 3) })),
      );
    week("2026-11-09T08:00:00Z", 200);
    week("2026-11-16T08:00:00Z", 200);
    week("2026-11-23T08:00:00Z", 200);
    week("2026-11-30T08:00:00Z", 400);
    const { deps } = sweepDeps(world);
    const run = () => dispatch(sweepRun, deps, { product: "shop" });
    expect((await run()).swept).toMatchObject({ looked: [{ weeksBefore: 2 }], issue: null });
    world.goTo("2026-12-07T06:00:00Z");
    world.github.requests.length = 0;
    expect(await run()).toMatchObject({
      week: "2026-W49",
      swept: {
        looked: [{ weeksBefore: 3 }],
        findings: [
          {
            kind: "slower",
            subject: { job: "unit" },
            trend: [
              { week: "2026-W46", value: 201 },
              { week: "2026-W47", value: 201 },
              { week: "2026-W48", value: 201 },
              { week: "2026-W49", value: 401 },
            ],
          },
          { kind: "never-failed", samples: 64 },
        ],
        issue: { number: 1 },
      },
    });
    // The jobs of this week alone were read again.
    expect(world.github.requests.filter(({ path }) => path.includes("/jobs"))).toHaveLength(16);
  });

  test("hides secrets in everything that it keeps, tells and writes", async () => {
    const { world, deps, run } = await flakyShop();
    writeFileSync(join(world.clone, "secrets"), "hunter2-token\n");
    for (const day of [24, 25, 26])
      layRun(world, world.repo, {
        at: `2026-11-${day}T09:30:00Z`,
        name: "deploy hunter2-token",
        seconds: 3_000,
        attempts: ["failure", "success"],
      });
    const ran = await run();
    expect(ran.swept?.findings[0]).toMatchObject({ subject: { job: "deploy ***" } });
    const shown = await dispatch(sweepShow, deps, { product: "shop" });
    const all = JSON.stringify([ran, shown, world.issues().map(({ title, body }) => [title, body])]);
    expect(all).not.toContain("hunter2");
    for await (const event of deps.ledger.read("sweep/acme.shop"))
      expect(JSON.stringify(event)).not.toContain("hunter2");
  });

  test("tells which repositories could not be looked at, and fails where none could", async () => {
    const products = `[{name: shop, repositories: [${SHOP}, acme/gone, acme/empty]}]`;
    const { world, run } = await flakyShop({ products });
    world.github.repository("acme/empty");
    const ran = await run();
    expect(ran.swept?.problems).toEqual([
      "acme/gone: not looked at: it is not there, or not for this token",
      "acme/empty: not looked at: it has no default branch yet",
    ]);
    expect(ran.swept?.issue?.number).toBe(1);
  });

  test("looks at no repository of the platform under another name, and at none twice", async () => {
    const products = `[{name: shop, repositories: [${SHOP}, acme/store, acme/tool]}, {name: assay, platform: true, repositories: [acme/assay]}]`;
    const { world, run } = await flakyShop({ products });
    world.repository("acme/tool");
    world.github.rename("acme/tool", "acme/assay");
    world.github.rename(SHOP, "acme/store");
    const { swept } = await run();
    expect(swept?.looked).toMatchObject([{ repository: "acme/store", runsRead: 7 }]);
    expect(swept?.problems).toEqual([
      "acme/store: not looked at: it is looked at already under another name",
      "acme/tool: not looked at: it is called acme/assay now, which belongs to the platform",
    ]);
  });

  test("reads at most the jobs of 200 runs of a repository, those that ran again first, and says so", async () => {
    const world = await sweepWorld({ now: NOW });
    layRuns(
      world,
      world.repo,
      "2026-11-23T08:00:00Z",
      Array.from({ length: 230 }, (_, at) => (at % 50 === 7 ? { attempts: ["failure", "success"] } : {})),
      0.5,
    );
    const { deps } = sweepDeps(world);
    world.github.requests.length = 0;
    const { swept } = await dispatch(sweepRun, deps, { product: "shop" });
    expect(swept?.looked).toMatchObject([{ runsBegun: 230, runsRead: 200 }]);
    expect(swept?.looked[0]?.unread[0]).toMatch(/^the jobs of 30 of 230 runs, because at most 200 are read/);
    expect(swept?.findings[0]).toMatchObject({ kind: "flaky-job", rate: { found: 5, all: 200 } });
    expect(world.github.requests.filter(({ path }) => path.includes("/jobs"))).toHaveLength(205);
  });
});
