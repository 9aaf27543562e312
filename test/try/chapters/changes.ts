import type { Chapter } from "../act.ts";
import { ALL_TOLD, change, command, inBrowser, keepLearned, tests } from "../acts.ts";

const ID = "[a-z]+_[0-9A-Z]{26}";

/** What becomes of records when the shop changes, and what people and CI do to them. */
export const CHANGES: readonly Chapter[] = [
  {
    title: "A button that leads elsewhere",
    acts: [
      change("10-delivery", "Choose the delivery before the checkout"),
      tests("test/shop.test.js", {
        says: [/7 passed, 0 failed/, /superseded [1-9]/],
        changedFiles: "some",
        should: "what is no longer true is superseded, in git both are kept",
      }),
      command("assay knowledge search 'link Checkout leads to' --all", {
        says: [/active[^_]*leads to \/delivery/, /superseded[^_]*leads to \/checkout/],
        only: /fact_|leads/,
      }),
      inBrowser({ says: [/1 passed, 0 failed/] }),
      keepLearned(/Learn \d facts? and 2 cautions, supersede \d/),
    ],
  },
  {
    title: "A value that no check holds up",
    acts: [
      change("11-carrier", "Tell the carrier"),
      tests("test/shop.test.js", {
        says: [/added 1,/, /held: no-confirmed-evidence/],
        keep: { held: new RegExp(`curation: (${ID}) held`) },
        should: "it stays a candidate, with the reason",
      }),
      command("assay knowledge accept {held} --reason 'the carrier is under contract' --yes", {
        says: [/candidate → active/],
        only: /→/,
        should: "a person outranks the gate",
      }),
    ],
  },
  {
    title: "The same in CI",
    acts: [
      change("12-express", "Express comes before the checkout"),
      tests("", {
        env: { CI: "true" },
        says: [/11 passed, 0 failed/, /ci runs never promote/, /superseded 0, deprecated 0, proposed 2/],
        saysNot: [/promoted via/],
        changedFiles: "some",
        should: "new knowledge is a candidate, a correction waits as a proposal",
        only: ALL_TOLD,
        show: 3,
      }),
      command("assay proposal list", {
        says: [/leads to \/express/],
        keep: { first: /(prop_\w+)/, second: /prop_\w+[\s\S]*?(prop_\w+)/ },
        only: /sees|leads/,
      }),
      command("assay proposal apply {first} {second} --yes", {
        says: [/new, active/],
        only: /done/,
      }),
      keepLearned(/Learn \d facts, supersede \d/),
    ],
  },
];
