import type { CiSystem } from "../ci-system.ts";

/** Travis CI: folds, and the result of each command of the script. */
export const travis = {
  format: "travis",
  signatures: [
    { has: "worker information", re: /^Worker information/ },
    { has: "using worker: ", re: /^Using worker: / },
    { has: "build system information", re: /^Build system information$/ },
    { has: "travis_fold:", re: /^travis_fold:/ },
    { has: "travis_time:", re: /^travis_time:/ },
  ],
  starts: [],
  steps: [{ has: "travis_fold:start:", re: /^travis_fold:start:(?<post>after_|cache\.2|store)?/ }],
  cleanUp: [
    { has: "travis_run_after", re: /^\$? ?travis_run_after/ },
    { has: "store build cache", re: /^store build cache/ },
  ],
  exits: [
    {
      has: " exited with ",
      re: /^The command "(?<name>.{0,2000})" (?:failed and )?exited with (?<code>[1-9]\d*)/,
    },
    {
      has: "no output has been received",
      re: /^No output has been received in the last/,
      outcome: "timed_out",
      isCause: true,
    },
    {
      has: "exceeded the maximum time",
      re: /^The job exceeded the maximum time limit/,
      outcome: "timed_out",
      isCause: true,
    },
  ],
  outcomes: [
    { has: "done. your build", re: /^Done\. Your build exited with 0\b/, outcome: "success" },
    { has: "done. your build", re: /^Done\. Your build exited with [1-9]/, outcome: "failure" },
    {
      has: "your build has been",
      re: /^Your build has been (?:stopped|cancell?ed|terminated)/,
      outcome: "failure",
    },
  ],
  complete: {
    lines: [
      { has: "done. your build", re: /^Done\. Your build exited/ },
      { has: "your build has been", re: /^Your build has been/ },
    ],
  },
  failureMark: null,
  goesOnAfterFailure: false,
} as const satisfies CiSystem;
