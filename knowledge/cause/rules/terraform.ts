import type { Rule } from "../rule.ts";

/** Infrastructure tools: Terraform, Helm, kubectl, CloudFormation, Ansible. */
export const terraform = [
  {
    id: "terraform/provider",
    stage: "infrastructure",
    cause: "environment",
    infrastructure: true,
    confidence: 0.82,
    signs: [
      { has: "failed to install provider", re: /Error: (Failed to install provider)/ },
      {
        has: "failed to query available provider packages",
        re: /(Failed to query available provider packages)/,
      },
      { has: "error acquiring the state lock", re: /(Error acquiring the state lock)/ },
    ],
    nextAction: "Look at the lines below it (registry, network, lock), then run the job again: {1}.",
    hits: [
      "│ Error: Failed to install provider",
      "│ Error: Failed to query available provider packages",
      "│ Error: Error acquiring the state lock",
    ],
    misses: ["- Installed example/null v3.1.0", "acquiring state lock. This may take a few moments..."],
  },
  {
    id: "terraform/configuration",
    stage: "config",
    cause: "config",
    confidence: 0.72,
    signs: [
      { has: "error: unsupported argument", re: /Error: (Unsupported argument)/ },
      { has: "error: missing required argument", re: /Error: (Missing required argument)/ },
      { has: "error: backend initialization required", re: /Error: (Backend initialization required)/ },
      { has: "error: inconsistent dependency lock file", re: /Error: (Inconsistent dependency lock file)/ },
      { has: "upgrade failed:", re: /Error: (UPGRADE FAILED): / },
      { has: "error validating data", re: /error: (error validating) "/ },
      { has: "no matches for kind", re: /no matches for kind "([^"]{1,80})"/ },
      { has: "rollback_complete", re: /(ROLLBACK_COMPLETE|UPDATE_ROLLBACK\w*)/ },
      { has: "fatal: [", re: /^fatal: \[\S{1,80}\]: (FAILED|UNREACHABLE)!/ },
    ],
    nextAction: "Correct the configuration at the place that the tool names: {1}.",
    hits: [
      "│ Error: Unsupported argument",
      "│ Error: Missing required argument",
      '│ Error: Backend initialization required, please run "terraform init"',
      "│ Error: Inconsistent dependency lock file",
      "Error: UPGRADE FAILED: another operation is in progress",
      'error: error validating "app.yaml": error validating data: unknown field',
      'error: resource mapping not found: no matches for kind "Ingres" in version "v1"',
      "Stack app is in ROLLBACK_COMPLETE state and can not be updated.",
      'fatal: [web-1]: FAILED! => {"changed": false}',
    ],
    misses: ["upgrade failed: never", "fatal: [x] is a branch", "matches for kind words"],
  },
] as const satisfies readonly Rule[];
