import { describe, expect, test } from "vitest";
import type { ChangeStarted } from "../../knowledge/index.ts";
import { changeWorld } from "../support/change/change-world.ts";
import { watchedShop } from "../support/watch-world.ts";

/** A shop whose triage has opened an issue for a failure that was mended since, and closed. */
async function shopWithIssue() {
  const shop = await watchedShop();
  shop.tip("failure");
  await shop.watch();
  const issue = shop.issue();
  shop.tip("success");
  await shop.watch();
  shop.repo.closeIssue(issue);
  return { ...shop, issue };
}

describe("a change that an issue of ours began", () => {
  test("C-073 C-101 opens that issue again where it fails once merged, though its body was edited since", async () => {
    const shop = await shopWithIssue();
    const { repo, issue } = shop;
    repo.pushCommit("mend", { "mend.md": "Mended.\n" });
    const number = repo.openPull({ head: "mend", title: "Mend it", body: `Closes #${issue}` });
    const started = await shop.json<ChangeStarted>(
      ...["change", "start", `acme/shop#${number}`, "--trust-settings"],
    );
    expect(started.view?.issue).toBe(issue);
    repo.editIssue(number, { body: "Says nothing any more." });
    repo.mergePull(number);
    shop.red(undefined, "lint");
    repo.check(repo.tip(), { name: "test", conclusion: "success", job: true });
    shop.pass(10);
    const { done } = await shop.watch();
    expect(done.flatMap(({ answer }) => answer ?? [])).toMatchObject([{ answer: "reopen", issue }]);
    expect(done.flatMap(({ triage }) => triage ?? [])).toEqual([]);
    expect(shop.issues()).toMatchObject([{ number: issue, state: "open" }]);
    expect(shop.issues()[0]?.labels).toContain("assay:needs-person");
  });

  test("C-073 one that a person names counts as one, too, whatever the change says", async () => {
    const shop = await shopWithIssue();
    const { repo, issue } = shop;
    repo.pushCommit("mend", { "mend.md": "Mended.\n" });
    const number = repo.openPull({ head: "mend", title: "Mend it", body: "No issue." });
    const address = `acme/shop#${number}`;
    const missing = await shop.run("change", "start", address, "--issue", "999", "--trust-settings");
    expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining("999")]);
    await shop.json<ChangeStarted>("change", "start", address, "--issue", `${issue}`, "--trust-settings");
    repo.mergePull(number);
    shop.red(undefined, "lint");
    shop.pass(10);
    const { done } = await shop.watch();
    expect(done.flatMap(({ answer }) => answer ?? [])).toMatchObject([{ answer: "reopen", issue }]);
  });

  test("an issue that people wrote, and that bears no mark or label of ours, began nothing of ours", async () => {
    const world = await changeWorld();
    expect((await world.start("--dry-run")).view?.issue).toBeNull();
    world.repo.editIssue(world.issue ?? 0, { labels: ["flaky"] });
    expect((await world.start()).view?.issue).toBe(world.issue);
  });
});
