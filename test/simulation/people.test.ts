import { expect, onTestFinished, test } from "vitest";
import { agenda } from "./agenda.ts";
import { peopleOf } from "./people.ts";
import { DAY } from "./scene.ts";
import { troubles } from "./trouble.ts";
import { startWorld } from "./world.ts";

const BEGIN = Date.UTC(2026, 0, 5);
const FILE = "src/total.ts";

test("people merge a request of ours that conflicts with the branch no sooner than it does so no more", async () => {
  const world = await startWorld({
    ...{ seed: "1", repositories: 3, days: 30, begin: BEGIN, troubles: troubles(), moved: () => {} },
  });
  onTestFinished(() => world.close());
  const { github } = world.scene;
  // Nothing happens but what people do about the request.
  const doings = agenda();
  const now = () => github.clock.now();
  const after = (milliseconds: number, happens: () => void) => doings.enter(now() + milliseconds, happens);
  const people = peopleOf({ ...world.scene, agenda: doings, after });
  const [life] = [...world.lives.values()] as [ReturnType<typeof world.lives.get> & object];
  const { repo } = life;
  repo.branch("assay/sweep/1", repo.tip());
  repo.pushCommit("assay/sweep/1", { [FILE]: "ours\n" });
  const author = `${github.app.slug}[bot]`;
  const number = repo.openPull({ head: "assay/sweep/1", title: "A report", body: "", author });
  repo.pushCommit("main", { [FILE]: "theirs\n" });
  life.merged();
  expect(repo.mayMerge(number)).toBe(false);
  people.see(life, repo.issue(number));
  const until = (days: number) => {
    while (doings.next() < BEGIN + days * DAY) {
      github.clock.set(doings.next());
      doings.take();
    }
  };
  until(2);
  expect(repo.issue(number).state).toBe("open");
  repo.branch("assay/sweep/1", repo.tip());
  repo.pushCommit("assay/sweep/1", { "report.md": "A week.\n" });
  expect(repo.mayMerge(number)).toBe(true);
  until(17);
  expect(repo.issue(number)).toMatchObject({ state: "closed", pull: { mergedAt: expect.any(Number) } });
});
