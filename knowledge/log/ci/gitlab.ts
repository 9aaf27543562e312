import type { CiSystem } from "../ci-system.ts";

/** GitLab Runner: sections, and one last line in green or red. */
export const gitlab = {
  format: "gitlab",
  signatures: [
    { has: "running with gitlab-runner", re: /^Running with gitlab-runner / },
    { has: "section_start:", re: /^section_start:/ },
    { has: "section_end:", re: /^section_end:/ },
  ],
  starts: [{ has: "running with gitlab-runner", re: /^Running with gitlab-runner / }],
  steps: [
    {
      has: "section_start:",
      re: /^section_start:\d+:(?<name>(?<post>after_script|archive_cache|upload_artifacts|cleanup_file)?[\w.-]*)/,
    },
  ],
  cleanUp: [
    {
      has: "cleaning up",
      re: /^Cleaning up (?:project directory|file based variables)/,
    },
    { has: "uploading artifacts", re: /^Uploading artifacts/ },
  ],
  exits: [
    {
      has: "job failed (system failure)",
      re: /^ERROR: Job failed \(system failure\)(?:: .{0,200}?exit (?:code|status) (?<code>\d+))?/,
      isCause: true,
    },
    {
      has: "job failed: execution took longer",
      re: /^ERROR: Job failed: execution took longer than/,
      outcome: "timed_out",
      isCause: true,
    },
    { has: "job failed: cancel", re: /^ERROR: Job failed: cancell?ed/, outcome: "cancelled" },
    { has: "job failed", re: /^ERROR: Job failed(?:: .{0,200}?exit (?:code|status) (?<code>\d+))?/ },
  ],
  outcomes: [{ has: "job succeeded", re: /^Job succeeded$/, outcome: "success" }],
  complete: {
    lines: [
      { has: "job succeeded", re: /^Job succeeded$/ },
      { has: "job failed", re: /^ERROR: Job failed/ },
    ],
  },
  failureMark: null,
  goesOnAfterFailure: false,
} as const satisfies CiSystem;
