import type { CiSystem } from "../ci-system.ts";

/** Jenkins: freestyle jobs and pipelines. */
export const jenkins = {
  format: "jenkins",
  signatures: [
    { has: "started by ", re: /^Started by / },
    { has: "[pipeline]", re: /^\[Pipeline\] / },
    { has: "running as system", re: /^Running as SYSTEM/ },
    { has: "in workspace ", re: /^Building (?:remotely on .{1,100} )?in workspace / },
    { has: "running on ", re: /^Running on .{1,100} in \// },
  ],
  starts: [],
  steps: [
    {
      has: "[pipeline] { (",
      re: /^\[Pipeline\] \{ \((?<name>(?<post>Declarative: Post Actions)?.{0,200})\)$/,
    },
  ],
  cleanUp: [
    { has: "archiving artifacts", re: /^Archiving artifacts/ },
    { has: "recording test results", re: /^Recording test results/ },
  ],
  exits: [
    {
      has: "build step '",
      re: /^Build step '(?<name>.{1,100})' (?:marked build as failure|changed build result to FAILURE)/,
    },
    { has: "script returned exit code", re: /^(?:ERROR: )?script returned exit code (?<code>-?\d+)/ },
    { has: "build timed out", re: /^Build timed out \(after /, outcome: "timed_out", isCause: true },
    {
      has: "timeout has been exceeded",
      re: /^(?:Cancelling nested steps due to timeout|Timeout has been exceeded)$/,
      outcome: "timed_out",
      isCause: true,
    },
  ],
  outcomes: [
    { has: "finished: success", re: /^Finished: SUCCESS$/, outcome: "success" },
    { has: "finished: ", re: /^Finished: (?:FAILURE|UNSTABLE|NOT_BUILT)$/, outcome: "failure" },
    { has: "finished: aborted", re: /^Finished: ABORTED$/, outcome: "cancelled" },
  ],
  complete: { lines: [{ has: "finished: ", re: /^Finished: [A-Z_]+$/ }] },
  failureMark: null,
  goesOnAfterFailure: false,
} as const satisfies CiSystem;
