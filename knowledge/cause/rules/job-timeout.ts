import type { Rule } from "../rule.ts";

/** A job, a step or a command ran out of its time. */
export const jobTimeout = [
  {
    id: "job-timeout",
    stage: "timeout",
    cause: "timeout",
    confidence: 0.95,
    signs: [
      {
        has: "reached the maximum allowed time",
        re: /execution time has reached (the maximum allowed time)/,
      },
      {
        has: "exceeded the maximum execution time",
        re: /exceeded the maximum execution time of (\d{1,9} \w{1,40})/,
      },
      {
        has: "exceeded the maximum execution time set for",
        re: /exceeded (the maximum execution time) set for the (?:job|script)/,
      },
      { has: "has timed out after", re: /The action '[^']{0,200}' has timed out after (\d{1,9} \w{1,40})/ },
      { has: "##[error]the operation has timed out", re: /(The operation has timed out)/ },
      {
        has: "timed out after",
        re: /\b(?:job|step|build|task|script|workflow|pipeline|phase)\b.{0,40} timed out after (\d{1,9} ?(?:m|h|s|min\w*|hour\w*|sec\w*)\b)/i,
      },
      {
        has: "exceeded the timeout",
        re: /(?:job|step|build|command|process) .{0,60}exceeded the timeout (?:limit )?of (\d{1,9} ?\w{1,40})/i,
      },
    ],
    nextAction:
      "Find what used {1} (the last lines before the end): a hang, or work that grew; raise the limit only if needed.",
    hits: [
      "Build execution time has reached the maximum allowed time for your plan (60 minutes).",
      "##[error]The job running on runner GitHub Actions 4 has exceeded the maximum execution time of 360 minutes.",
      "The script exceeded the maximum execution time set for the job",
      "##[error]The action 'Run tests' has timed out after 30 minutes.",
      "##[error]The operation has timed out.",
      "ERROR: the build step timed out after 45 minutes",
      "The command exceeded the timeout of 600 seconds",
    ],
    misses: [
      "request timed out after 200ms as the test wants",
      "step 3 finished after 30 minutes",
      "The user exceeded the timeout page",
    ],
  },
  {
    id: "job-timeout/exit-124",
    stage: "timeout",
    cause: "timeout",
    confidence: 0.84,
    signs: [
      { has: "code 124", re: /\b(?:exit|exited with|completed with exit|failed with exit) (code 124)\b/i },
      { has: "status 124", re: /(?:exit|exited with) (status 124)\b/i },
      { has: "code: 124", re: /(code: 124)\b/i },
      { has: "error 124", re: /\b(Error 124)\b/ },
      { has: "returning 124", re: /(returning 124)\b/ },
      { has: "timeout: sending signal", re: /^(timeout: sending signal \w{1,40})/ },
    ],
    nextAction: "Find what hung or grew before the time limit of `timeout` ended it ({1}).",
    hits: [
      "##[error]Process completed with exit code 124.",
      "command exited with status 124",
      "returned a non-zero code: 124",
      "make: *** [Makefile:8: e2e] Error 124",
      "e2e: deadline passed, returning 124",
      "timeout: sending signal TERM to command 'npm'",
    ],
    misses: [
      "exit code 12",
      "status 1240",
      "code: 1241",
      "Error 1244",
      "returning 1245",
      "timeout: sending signals",
    ],
  },
  {
    id: "job-timeout/deadline",
    stage: "timeout",
    cause: "timeout",
    confidence: 0.72,
    signs: [
      { has: "context deadline exceeded", re: /(context deadline exceeded)/ },
      { has: "timed out waiting for", re: /[Tt]imed out waiting for (.{1,60})/ },
      { has: "timeout waiting for", re: /[Tt]imeout waiting for (.{1,60})/ },
      { has: "timeout expired waiting for", re: /Timeout expired waiting for (.{1,60})/ },
      { has: "deadline_exceeded", re: /(DEADLINE_EXCEEDED)/ },
      { has: "timeoutexpired:", re: /subprocess\.TimeoutExpired: Command (.{1,80})/ },
    ],
    nextAction: "Find out what did not answer in time: {1}.",
    hits: [
      "Error: INSTALLATION FAILED: context deadline exceeded",
      "error: timed out waiting for the condition on deployments/api",
      "Timeout waiting for the emulator to boot",
      "Timeout expired waiting for port 5432",
      "rpc error: code = DeadlineExceeded desc = DEADLINE_EXCEEDED",
      "subprocess.TimeoutExpired: Command '['npm', 'run', 'serve']' timed out after 60 seconds",
    ],
    misses: ["deadline: not exceeded", "waiting for the lock", "except subprocess.TimeoutExpired:"],
  },
] as const satisfies readonly Rule[];
