import type { Rule } from "../rule.ts";

/** What the GitLab runner itself says went wrong with a job. */
export const gitlabRunner = [
  {
    id: "gitlab-runner/system",
    stage: "runner",
    cause: "environment",
    infrastructure: true,
    confidence: 0.9,
    signs: [
      { has: "runner system failure", re: /\(?runner system failure\)?/i },
      { has: "error: job failed (system failure)" },
      { has: "prepare environment:", re: /prepare environment: (?!ok)/ },
      {
        has: "failed to pull image",
        re: /Failed to pull image .{0,200}(?:helper|timeout|dial|i\/o|5\d\d|EOF)/i,
      },
      { has: "error cleaning up pod" },
      { has: "pod was evicted", re: /pod was evicted|node was low on resource/i },
    ],
    nextAction:
      "Run the job again; if it repeats, look at the runner (its log, its executor, the helper image).",
    hits: [
      "Job failed: runner system failure",
      "ERROR: Job failed (system failure): prepare environment: waiting for pod running: timed out",
      "ERROR: prepare environment: exit status 1. Check the shell profile",
      'ERROR: Failed to pull image "registry.example.org/gitlab-runner-helper:x86_64": i/o timeout',
      'Error cleaning up pod: pods "runner-abc" not found',
      "The pod was evicted: the node was low on resource: memory",
    ],
    misses: ["prepare environment: ok", "Failed to pull image into the design tool", "pods evicted: 0"],
  },
  {
    id: "gitlab-runner/stuck",
    stage: "runner",
    cause: "environment",
    infrastructure: true,
    confidence: 0.92,
    signs: [
      { has: "stuck_or_timeout_failure" },
      { has: "this job is stuck because" },
      { has: "there has been a runner system failure" },
      { has: "no runners that match", re: /no runners that match all of the job's tags/i },
    ],
    nextAction: "See whether a runner with the job's tags is online; then run the job again.",
    hits: [
      "failure reason: stuck_or_timeout_failure",
      "This job is stuck because of one of the following problems",
      "There has been a runner system failure, please try again",
      "There are no runners that match all of the job's tags: gpu",
    ],
    misses: ["the lift is stuck because of a jam", "no runners that match the filter"],
  },
  {
    id: "gitlab-runner/timeout",
    stage: "timeout",
    cause: "timeout",
    confidence: 0.95,
    signs: [
      { has: "execution took longer than", re: /execution took longer than (\d\S{0,20})/ },
      { has: "job_execution_timeout", re: /(job_execution_timeout)/ },
      { has: "script timeout has been exceeded", re: /(script timeout)/ },
    ],
    nextAction:
      "Find what used the time (the last lines before the end); raise `timeout:` only if that time is needed ({1}).",
    hits: [
      "ERROR: Job failed: execution took longer than 1h0m0s seconds",
      "failure reason: job_execution_timeout",
      "The script timeout has been exceeded",
    ],
    misses: ["query took longer than expected", "execution took longer than usual"],
  },
  {
    id: "gitlab-runner/yaml",
    stage: "config",
    cause: "config",
    confidence: 0.93,
    signs: [
      { has: "found errors in your .gitlab-ci.yml" },
      { has: "jobs config should contain at least one visible job" },
      { has: "unable to create pipeline", re: /Unable to create pipeline/ },
      { has: "chosen stage does not exist", re: /chosen stage(?: \S{1,40})? does not exist/ },
      { has: "config contains unknown keys" },
    ],
    nextAction: "Correct .gitlab-ci.yml at the place that the message names.",
    hits: [
      "Found errors in your .gitlab-ci.yml:",
      "jobs config should contain at least one visible job",
      "Unable to create pipeline",
      "build job: chosen stage does not exist; available stages are .pre, test",
      "jobs:build config contains unknown keys: scripts",
    ],
    misses: [".gitlab-ci.yml is valid", "able to create pipeline", "the chosen stage exists"],
  },
] as const satisfies readonly Rule[];
