import type { CiSystem } from "../ci-system.ts";

/** CircleCI: the log of one step. */
export const circleci = {
  format: "circleci",
  signatures: [
    { has: "build-agent version", re: /^Build-agent version / },
    { has: "launch", re: /^Launch(?:ing)? (?:containers|runner)/ },
    { has: "preparing environment variables", re: /^Preparing environment variables$/ },
    { has: "using build environment variables", re: /^Using build environment variables/ },
  ],
  starts: [],
  steps: [],
  cleanUp: [],
  exits: [
    { has: "exited with code", re: /^Exited with code (?:exit status )?(?<code>\d+)/ },
    {
      has: "too long with no output",
      re: /^Too long with no output \(exceeded/,
      outcome: "timed_out",
      isCause: true,
    },
  ],
  outcomes: [],
  complete: null,
  failureMark: null,
  goesOnAfterFailure: false,
} as const satisfies CiSystem;
