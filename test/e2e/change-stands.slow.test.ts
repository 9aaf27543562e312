import { describe, expect, test } from "vitest";
import type { ChangeStarted } from "../../knowledge/index.ts";
import { changeWorld } from "../support/change/change-world.ts";
import { codeWrong } from "../support/change/engineer-answers.ts";
import { expectNothingTwice, lastRound } from "../support/change/nothing-twice.ts";

/** A secret of the person's that the model's provider repeats. */
const SECRET = "correct-horse-4711";

describe("what stands of a change", () => {
  test("L-033 a review of a commit that is no longer the head counts for nothing", async () => {
    const world = await changeWorld({ model: [] });
    world.green();
    await world.start();
    await world.work();
    const head = world.head();
    const old = await world.run("change", "hand-over", world.address, "--head", "0123456789ab");
    expect([old.status, old.stdout]).toEqual([1, expect.stringContaining(head.slice(0, 12))]);
    expect((await world.work()).wait?.for).toBe("reviewer");
    expect((await world.handOver("--head", head.slice(0, 12))).result).toBe("done");
    expect((await world.work()).view.status.phase).toBe("done");
  });

  test("another run begins only when all is written that the last one decided", async () => {
    const world = await changeWorld({ model: [] });
    world.repo.check(world.head(), { name: "build", conclusion: "cancelled", job: true });
    await world.start();
    world.github.fail({ match: "POST /repos/acme/shop/issues", how: 503, times: 1 });
    expect((await world.run("change", "work", world.address, "--no-wait")).status).toBe(3);
    expect([(await world.state()).status.phase, world.comments()]).toEqual(["person", []]);
    const again = await world.run("change", "start", world.address, "--note", "Build it again.", "--json");
    expect(again.status).toBe(1);
    expect((JSON.parse(again.stdout) as ChangeStarted).refusal).toMatchObject({
      code: "run_unfinished",
      recover: expect.stringContaining("assay change work"),
    });
    world.pass(2);
    await world.work();
    expect(world.comments()).toHaveLength(1);
    expect((await world.start("--note", "Build it again.")).result).toBe("started");
  });

  test("an attempt is held for longer than the tests of a head and of its base may take", async () => {
    const world = await changeWorld({ model: [codeWrong()] });
    world.red();
    await world.start("--builder", "ada");
    const { view } = await world.work();
    const [attempt] = lastRound(view)?.attempts ?? [];
    const minutes = (Date.parse(attempt?.until ?? "") - Date.parse(attempt?.at ?? "")) / 60_000;
    // The sandbox's 15 minutes twice, and ten.
    expect(minutes).toBeGreaterThanOrEqual(40);
  });

  test("a webhook that does not answer is told of, and the run goes on without it", async () => {
    const world = await changeWorld({ model: [], settings: "webhook: http://127.0.0.1:9/told" });
    world.repo.check(world.head(), { name: "build", conclusion: "cancelled", job: true });
    await world.start();
    const { view } = await world.work();
    expect(view.status.phase).toBe("person");
    expect(world.comments()).toHaveLength(1);
    await expectNothingTwice(world);
  });

  test("L-012 a secret in what the engineer is blocked by is masked, on the forge and in the ledger", async () => {
    const world = await changeWorld({ model: [{ status: 400, error: `bad request: ${SECRET}` }] });
    await world.shell(`mkdir -p .assay/local && echo '${SECRET}' > .assay/local/secrets`);
    world.red();
    await world.start();
    const { view } = await world.work();
    expect(lastRound(view)?.verdict?.word).toBe("BLOCKED");
    expect(JSON.stringify([view, world.comments()])).not.toContain(SECRET);
  });
});
