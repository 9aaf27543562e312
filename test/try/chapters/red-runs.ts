import type { Chapter } from "../act.ts";
import { change, command, explained, keepLearned, tests } from "../acts.ts";

const NOTHING_NEW = [/added 0, confirmed \d+, superseded 0/];

/** One red run after the other, each with its cause. */
export const RED_RUNS: readonly Chapter[] = [
  {
    title: "A bug in the shop",
    acts: [
      change("1-shipping", "Free shipping from 50.00, rewritten"),
      tests("", {
        status: 1,
        says: [/^assay: fail · 7 tests, 6 passed, 1 failed/m, ...NOTHING_NEW],
        changedFiles: "none",
        should: "the run ends with the tests' own status, and a bug is not remembered: it is to be mended",
      }),
      explained(
        [/Cart\.shipping is free from 50\.00\s+app_bug/, /Total 53\.00/],
        "it is a bug of the application",
      ),
      change("2-shipping-mended", "Free shipping at 50.00 too"),
      tests("", { says: [/7 passed, 0 failed/, ...NOTHING_NEW], changedFiles: "none" }),
    ],
  },
  {
    title: "A flaky test, on a branch",
    acts: [
      command("git switch --quiet --create recently-seen"),
      change("3-recent", "Show what was seen last"),
      tests("test/recent.test.js --retry 1", {
        says: [/1 flaky/, /superseded 0/, /caution_\w+ promoted via/],
        changedFiles: "some",
        should: "it passed on the second attempt only: a caution is remembered",
      }),
      explained(
        [/Recent\.lists what was seen last\s+flaky/],
        "the green run still tells that the test is flaky",
      ),
      keepLearned(/Learn \d facts? and 1 caution/),
      change("4-recent-mended", "Wait for what was seen last"),
    ],
  },
  {
    title: "Meanwhile on main: a test that nobody changed along",
    acts: [
      command("git switch --quiet main"),
      change("5-buy-now", "Buy now, and room for a second line of the street"),
      tests("", { status: 1, says: [/5 passed, 2 failed/, ...NOTHING_NEW], changedFiles: "none" }),
      explained(
        [/Checkout\.places an order\s+test_bug/, /Checkout\.asks for the street\s+app_bug/],
        "one is seen to be the test's fault; of the other label only a person knows that it was meant",
      ),
      command(
        "assay mark {run} wrong-cause --cause test_bug --test 'Checkout.asks for the street' --reason 'renamed on purpose' --yes",
        { only: /done/ },
      ),
      change("6-buy-now-tests", "Tests say Buy now"),
      tests("", {
        says: [/7 passed, 0 failed/, /added [1-9]/],
      }),
      keepLearned(/Learn \d facts/),
    ],
  },
  {
    title: "Both branches learned; git alone merges them",
    acts: [
      command("git merge --no-edit recently-seen", {
        saysNot: [/CONFLICT/],
        only: /files? changed/,
        should: "no conflict: a record is a file of its own",
      }),
      tests("", {
        says: [/8 passed, 0 failed/, /added 0, confirmed \d\d, superseded 0/],
        changedFiles: "none",
        should: "what both branches learned is confirmed together",
      }),
    ],
  },
  {
    title: "A service that is not there, and one that does not answer",
    acts: [
      change("7-stock", "Ask the stock service"),
      tests("test/stock.test.js", {
        status: 1,
        says: [/2 tests, 0 passed, 2 failed/, /added 2, confirmed 0/, /caution_\w+ promoted via/],
        changedFiles: "some",
        should: "two cautions: the environment, and a test that runs out of time",
      }),
      explained([/environment/, /ECONNREFUSED/, /timeout/], "each failing test has its one cause"),
      change("8-stock-mended", "The tests bring their own stock service"),
    ],
  },
  {
    title: "A package that nobody installed",
    acts: [
      change("9-labels", "Labels made of the name"),
      tests("test/labels.test.js", { status: 1, says: [/added 0, confirmed 0/] }),
      explained([/config/, /slug-words/], "no test ran, and the output tells why"),
      command("git revert --no-edit HEAD", { show: 0 }),
    ],
  },
];
