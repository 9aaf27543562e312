import type { CiSystem } from "../ci-system.ts";

/** Azure Pipelines: each step is a section within the section of its job. */
export const azure = {
  format: "azure",
  signatures: [{ has: "##[section]", re: /^##\[section\](?:Starting|Finishing): / }],
  starts: [],
  steps: [
    {
      has: "##[section]starting: ",
      re: /^##\[section\]Starting: (?<name>(?<post>Post-job: |Finalize Job$)?.*)/i,
    },
  ],
  echo: {
    begins: { has: "script contents:", re: /^Script contents:/ },
    ends: { has: "starting command output", re: /^=+ Starting Command Output =+$/ },
  },
  cleanUp: [{ has: "##[section]finishing: ", re: /^##\[section\]Finishing: / }],
  exits: [
    { has: "exited with code", re: /^##\[error\].{0,60} exited with code '?(?<code>-?\d+)'?/ },
    {
      has: "timed out",
      re: /^##\[error\]The (?:job|task) .{0,100}timed out/,
      outcome: "timed_out",
      isCause: true,
    },
    {
      has: "exceeded the maximum",
      re: /^##\[error\]The (?:job|task) .{0,100}exceeded the maximum/,
      outcome: "timed_out",
      isCause: true,
    },
    { has: "stopped hearing from agent", re: /^##\[error\]We stopped hearing from agent /, isCause: true },
  ],
  outcomes: [],
  complete: {
    sections: {
      opens: { has: "##[section]starting: ", re: /^##\[section\]Starting: (?<name>.*)/ },
      closes: { has: "##[section]finishing: ", re: /^##\[section\]Finishing: (?<name>.*)/ },
    },
  },
  failureMark: { has: "##[error]", re: /^##\[error\]/ },
  goesOnAfterFailure: true,
} as const satisfies CiSystem;
