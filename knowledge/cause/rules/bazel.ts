import type { Rule } from "../rule.ts";

/** Bazel: targets, packages, fetches. What its compilers print is their own. */
export const bazel = [
  {
    id: "bazel/target",
    stage: "config",
    cause: "config",
    confidence: 0.84,
    signs: [
      { has: "no such target", re: /no such target '([^']{1,160})'/ },
      { has: "no such package", re: /no such package '([^']{1,160})'/ },
    ],
    nextAction: "Correct the label or the BUILD file that should declare it: {1}.",
    hits: [
      "ERROR: no such target '//app:nope': target 'nope' not declared in package 'app' defined by /src/app/BUILD",
      "ERROR: no such package 'lib/cart': BUILD file not found in any of the following directories",
    ],
    misses: ["no such target in range", "no such package needed"],
  },
  {
    id: "bazel/fetch",
    stage: "infrastructure",
    cause: "environment",
    infrastructure: true,
    recoverable: true,
    confidence: 0.84,
    signs: [
      { has: "error downloading [", re: /Error downloading \[(https?:[^\],]{1,200})/ },
      {
        has: "failed to query remote execution capabilities",
        re: /(Failed to query remote execution capabilities)/,
      },
    ],
    nextAction:
      "Run the job again: {1} could not be had; where it happens often, mirror it or cache the repository.",
    hits: [
      "java.io.IOException: Error downloading [https://files.example.org/rules.tar.gz] to /root/.cache/bazel/x: GET returned 502",
      "ERROR: Failed to query remote execution capabilities: UNAVAILABLE: io exception",
    ],
    misses: ["error downloading [x]", "querying remote execution capabilities"],
  },
] as const satisfies readonly Rule[];
