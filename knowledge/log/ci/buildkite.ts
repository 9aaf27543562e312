import type { CiSystem } from "../ci-system.ts";

/** Buildkite: the log of one command, in groups that begin with `---`, `+++` or `~~~`. */
export const buildkite = {
  format: "buildkite",
  signatures: [
    { has: "~~~ ", re: /^~~~ / },
    { has: "_bk;t=", re: /^_bk;t=/ },
  ],
  starts: [],
  steps: [
    { has: "--- :", re: /^--- :[\w-]{1,40}: (?<name>.{1,200})$/ },
    { has: "+++ :", re: /^\+\+\+ :[\w-]{1,40}: (?<name>.{1,200})$/ },
  ],
  cleanUp: [{ has: "~~~ ", re: /^~~~ (?:Running .{0,60}pre-exit hook|Uploading artifacts)/ }],
  exits: [
    {
      has: "the command exited with status",
      re: /^(?:\S+ )?Error: The command exited with status (?<code>-?\d+)/,
    },
  ],
  outcomes: [],
  complete: null,
  failureMark: null,
  goesOnAfterFailure: false,
} as const satisfies CiSystem;
