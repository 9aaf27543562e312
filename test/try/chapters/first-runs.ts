import type { Chapter } from "../act.ts";
import { ALL_TOLD, command, commitAll, inBrowser, keepLearned, tests } from "../acts.ts";

/** What green runs teach. */
export const FIRST_RUNS: readonly Chapter[] = [
  {
    title: "Wire the recorder in",
    acts: [
      command("assay init --yes", {
        only: /^changed/,
        says: [/changed +vitest\.config\.js/, /changed +playwright\.config\.js/],
        should: "both runners are found and wired",
      }),
      commitAll("Wire Assay in"),
    ],
  },
  {
    title: "The first green run",
    acts: [
      tests("", {
        says: [
          /^assay: pass · 7 tests, 7 passed/m,
          /added \d\d, confirmed 0/,
          /promoted via deterministic-verdict-floor/,
        ],
        saysNot: [/held:/],
        changedFiles: "some",
        should: "facts are learned from passed checks, and served at once",
        only: ALL_TOLD,
        show: 4,
      }),
      command("assay knowledge list --anchor element:/cart#link[Checkout]", {
        says: [/leads to \/checkout/],
        keep: { moved: /(fact_\w+)/ },
        only: /active|leads/,
      }),
      inBrowser({
        says: [/^assay: pass · 1 test, 1 passed/m, /added [1-9]/],
        should: "a browser teaches too; what it sees as the DOM did is confirmed",
      }),
      keepLearned(/Learn \d+ facts/),
    ],
  },
  {
    title: "The same again",
    acts: [
      tests("", {
        says: [/added 0, confirmed \d\d, superseded 0/],
        changedFiles: "none",
        should: "everything is confirmed, and no file changed",
      }),
    ],
  },
];
