import type { CiSystem } from "../ci-system.ts";

/** Taskcluster: the worker's own lines begin with `[taskcluster`. */
export const taskcluster = {
  format: "taskcluster",
  signatures: [
    { has: "[taskcluster", re: /^\[taskcluster[ \]:]/ },
    { has: "[vcs ", re: /^\[vcs[ \]:]/ },
  ],
  starts: [],
  steps: [],
  cleanUp: [],
  exits: [
    { has: "[taskcluster:error]", re: /^\[taskcluster:error\] exit status (?<code>\d+)/ },
    {
      has: "[taskcluster:error]",
      re: /^\[taskcluster:error\] (?:Task aborted - max run time exceeded|Task timeout after)/,
      outcome: "timed_out",
      isCause: true,
    },
    {
      has: "task run with exit code",
      re: /^(?:\[taskcluster\] )?Unsuccessful task run with exit code: (?<code>\d+)/,
    },
  ],
  outcomes: [
    {
      has: "task run with exit code",
      re: /^(?:\[taskcluster\] )?Successful task run with exit code: 0/,
      outcome: "success",
    },
    {
      has: "unsuccessful task run",
      re: /^(?:\[taskcluster\] )?Unsuccessful task run/,
      outcome: "failure",
    },
  ],
  complete: {
    lines: [
      { has: "successful task run", re: /^(?:\[taskcluster\] )?(?:Uns|S)uccessful task run/ },
      { has: "[taskcluster:error]", re: /^\[taskcluster:error\]/ },
    ],
  },
  failureMark: null,
  goesOnAfterFailure: false,
} as const satisfies CiSystem;
