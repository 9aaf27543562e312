import type { Chapter } from "../act.ts";
import { command } from "../acts.ts";

/** What is there after a dozen commits. */
export const THE_END: readonly Chapter[] = [
  {
    title: "What the repository knows now",
    acts: [
      command("assay knowledge list --kind caution", {
        says: [/flaky/, /environment/, /out of time/],
        only: /flaky|fails|out of/,
      }),
      command("assay knowledge history {moved}", {
        says: [/added in run/, /confirmed by \d+ runs/, /superseded in run/],
        only: /added in|promoted in|confirmed by|superseded in/,
        should: "what runs did to the fact about the moved button is told",
      }),
      command("git log --stat=72 '--format=%h %as %an: %s' -- .assay", { only: /^\S|changed/, show: 3 }),
      command("assay check --base start", { should: "nothing is broken, nothing was lost" }),
      command("assay inbox", { show: 3 }),
    ],
  },
];
