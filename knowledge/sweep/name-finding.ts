import type { Finding } from "./finding.ts";

const NAMES = {
  "flaky-job": "flaky",
  "flaky-test": "flaky test",
  slower: "slower",
  "near-timeout": "near its timeout",
  "test-gap": "changed without a known test",
  "never-failed": "no failure seen",
} as const satisfies Record<Finding["kind"], string>;

/** A finding in a few words: what it is about, and of which kind it is. Pure. */
export function nameFinding({ kind, subject }: Pick<Finding, "kind" | "subject">): string {
  const { job, step, test, area } = subject;
  const about = kind === "flaky-test" ? test : (area ?? (step === null ? job : `${job} › ${step}`));
  return `${about ?? "?"}: ${NAMES[kind]}`;
}
