import type { CiSystem } from "../ci-system.ts";

/**
 * GitHub Actions: raw logs, `gh run view --log`, and what is copied from the page (`##[group]Run x` is
 * `Run x` there, `##[error]x` is `Error: x`).
 */
export const github = {
  format: "github",
  signatures: [
    { has: "current runner version", re: /^Current runner version: / },
    { has: "post job cleanup.", re: /^Post job cleanup\./ },
    { has: "evaluate and set job outputs", re: /^Evaluate and set job outputs/ },
    { has: "requested labels: ", re: /^Requested labels: / },
    { has: "##[group]run ", re: /^##\[group\]Run / },
  ],
  starts: [{ has: "current runner version", re: /^Current runner version: / }],
  steps: [{ has: "##[group]run ", re: /^##\[group\](?<name>Run .*)/, echoes: true }],
  // Where gh can not tell the steps apart, each line says so.
  column: /^(?!UNKNOWN STEP$)(?<post>Post |Complete job)?/,
  echo: { ends: { has: "##[endgroup]", re: /^##\[endgroup\]/ } },
  cleanUp: [
    { has: "post job cleanup.", re: /^Post job cleanup\./ },
    { has: "cleaning up orphan processes", re: /^Cleaning up orphan processes/ },
  ],
  exits: [
    {
      has: "process completed with exit code",
      re: /^(?:##\[error\]|Error: )Process completed with exit code (?<code>-?\d+)/,
    },
    {
      has: "failed with exit code",
      re: /^##\[error\]The process .{0,300} failed with exit code (?<code>\d+)/,
    },
    {
      has: "the operation was cancel",
      re: /^(?:##\[error\]|Error: )The operation was cancell?ed/,
      outcome: "cancelled",
    },
    {
      has: "received a shutdown signal",
      re: /^(?:##\[error\]|Error: )The runner has received a shutdown signal/,
      outcome: "cancelled",
      isCause: true,
    },
    {
      has: "has timed out after",
      re: /^(?:##\[error\]|Error: )The (?:action|job) .{0,200}has timed out after/,
      outcome: "timed_out",
      isCause: true,
    },
    {
      has: "exceeded the maximum execution time",
      re: /^(?:##\[error\]|Error: )The (?:action|job) .{0,200}exceeded the maximum execution time/,
      outcome: "timed_out",
      isCause: true,
    },
  ],
  outcomes: [],
  complete: {
    lines: [
      { has: "post job cleanup.", re: /^Post job cleanup\./ },
      { has: "cleaning up orphan processes", re: /^Cleaning up orphan processes/ },
      { has: "evaluate and set job outputs", re: /^Evaluate and set job outputs/ },
    ],
  },
  failureMark: { has: "##[error]", re: /^##\[error\]/ },
  goesOnAfterFailure: true,
} as const satisfies CiSystem;
