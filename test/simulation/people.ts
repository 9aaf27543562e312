import type { GithubRepository } from "../support/github/repository-controls.ts";
import type { IssueState } from "../support/github/state/state.ts";
import type { RepositoryLife } from "./repository-life.ts";
import { DAY, HOUR, isLively, type Scene } from "./scene.ts";
import type { Trouble } from "./trouble.ts";

/** What people do about issues and requests of ours. */
export interface People {
  /** Somebody sees an issue or a request for the first time. */
  see(life: RepositoryLife, issue: IssueState): void;
}

/** A kind of trouble that it makes, how likely it is beside the others, and what is done, after so long in the mean. */
type Reaction = readonly [trouble: Trouble | null, weight: number, react: (meanMs: number) => void];

/** What has never come comes first, and soon. */
const SOON = 3 * HOUR;

export function peopleOf(scene: Scene): People {
  const random = scene.random.of("people");
  const { troubles } = scene;
  const begun = new Set<Trouble>();

  const choose = (meanMs: number, reactions: readonly Reaction[]) => {
    const missing = reactions.find(
      ([trouble]) => trouble !== null && troubles.isMissing(trouble) && !begun.has(trouble),
    );
    if (missing !== undefined) {
      begun.add(missing[0] as Trouble);
      return missing[2](SOON);
    }
    let left = random.next() * reactions.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [, weight, react] of reactions) {
      left -= weight;
      if (left < 0) return react(meanMs);
    }
  };
  /** After a while, if the repository can be reached then and the thing is as it was thought to be. */
  const later = (life: RepositoryLife, meanMs: number, isMeant: () => boolean, react: () => void) =>
    scene.after(random.wait(meanMs), () => {
      if (life.absence() === null && isMeant()) react();
    });

  const seeIssue = (life: RepositoryLife, { number }: IssueState) => {
    const { repo, ci } = life;
    const isOpen = () => stateOf(repo, number) === "open";
    const close = () => {
      troubles.note("issue closed");
      repo.closeIssue(number);
    };
    const mend = () => {
      ci.broken.clear();
      life.push(`Mends it.\n\nFixes #${number}`);
      repo.closeIssue(number);
    };
    const closeAndReopen = (meanMs: number) =>
      later(life, meanMs, isOpen, () => {
        close();
        const isClosed = () => stateOf(repo, number) === "closed";
        later(life, meanMs, isClosed, () => {
          troubles.note("issue reopened");
          repo.reopenIssue(number);
          later(life, DAY, isOpen, close);
        });
      });
    const noted = (trouble: Trouble, act: () => void, then: () => void) => (meanMs: number) =>
      later(life, meanMs, isOpen, () => {
        troubles.note(trouble);
        act();
        later(life, DAY, isOpen, then);
      });
    const mendNothing = () => {
      life.push(`Mends it, or so it seems.\n\nFixes #${number}`);
      repo.closeIssue(number);
    };
    choose(12 * HOUR, [
      [null, 45, (meanMs) => later(life, meanMs, isOpen, mend)],
      ["mending that mends nothing", 12, noted("mending that mends nothing", mendNothing, () => {})],
      ["issue closed", 20, (meanMs) => later(life, meanMs, isOpen, close)],
      ["issue reopened", 6, closeAndReopen],
      [
        "issue commented",
        7,
        noted("issue commented", () => repo.comment(number, "I look into it.", "ada"), mend),
      ],
      [
        "issue edited",
        6,
        noted("issue edited", () => repo.editIssue(number, { title: "It is red again", labels: [] }), close),
      ],
      [
        "issue deleted",
        4,
        noted(
          "issue deleted",
          () => repo.deleteIssue(number),
          () => {},
        ),
      ],
    ]);
    // What is forgotten is closed in the end, so that no issue stays for ever.
    scene.after(20 * DAY, () => {
      if (isOpen()) close();
    });
  };

  const seeRequest = (life: RepositoryLife, { number, pull }: IssueState) => {
    const { repo } = life;
    const branch = pull?.headBranch ?? "";
    const isOpen = () => stateOf(repo, number) === "open";
    const isThere = () => repo.state.refs.get(`refs/heads/${branch}`) !== null;
    const merge = (): void => {
      if (!isThere()) return;
      // What conflicts, as after a force push, no forge merges: whoever wants it comes back to it.
      if (!repo.mayMerge(number)) {
        later(life, 2 * DAY, isOpen, merge);
        return;
      }
      troubles.note("request merged");
      repo.mergePull(number, { method: random.pick(["merge", "squash"]) });
      life.merged();
    };
    const close = () => {
      troubles.note("request closed");
      repo.closeIssue(number);
    };
    const closeAndReopen = (meanMs: number) =>
      later(life, meanMs, isOpen, () => {
        close();
        const mayReopen = () => stateOf(repo, number) === "closed" && repo.mayReopen(number);
        later(life, meanMs, mayReopen, () => {
          troubles.note("request reopened");
          repo.reopenIssue(number);
          later(life, 3 * DAY, isOpen, merge);
        });
      });
    const noted = (trouble: Trouble, act: () => void, then: () => void) => (meanMs: number) =>
      later(
        life,
        meanMs,
        () => isOpen() && isThere(),
        () => {
          troubles.note(trouble);
          act();
          later(life, 9 * DAY, isOpen, then);
        },
      );
    const commit = () => repo.pushCommit(branch, { "notes.md": "A note of mine.\n" }, { author: "ada" });
    const edit = () => repo.editIssue(number, { title: "What CI did", body: "Read it, please." });
    choose(2 * DAY, [
      ["request merged", 45, (meanMs) => later(life, meanMs, isOpen, merge)],
      ["request closed", 12, (meanMs) => later(life, meanMs, isOpen, close)],
      ["request reopened", 8, closeAndReopen],
      ["request edited", 10, noted("request edited", edit, merge)],
      [
        "request commented",
        10,
        noted("request commented", () => repo.comment(number, "Is that so?", "ada"), merge),
      ],
      ["commit on our branch", 8, noted("commit on our branch", commit, random.chance(0.5) ? merge : close)],
      [null, 7, () => {}],
    ]);
  };

  return {
    see(life, issue) {
      if (!isLively(scene)) return;
      if (issue.pull === null) seeIssue(life, issue);
      else seeRequest(life, issue);
    },
  };
}

function stateOf(repo: GithubRepository, number: number): "open" | "closed" | null {
  const issue = repo.state.issues.get(number);
  return issue === undefined || issue.deleted ? null : issue.state;
}
