import { integer, string } from "@oclif/core/flags";

/** Where cases are carried out. */
export const executionFlags = {
  "base-url": string({
    helpValue: "URL",
    description: "where it is served; else that of the environment that the case is for",
  }),
  "expected-branch": string({ helpValue: "NAME", description: "branch that has to be checked out" }),
  wait: integer({
    helpValue: "SECONDS",
    min: 0,
    max: 86_400,
    default: 0,
    description: "how long to wait for a test machine that somebody else drives",
  }),
  "expected-sha": string({ helpValue: "SHA", description: "commit that has to be checked out, whole" }),
};

/** What the flags say, as a call has it. */
export function executionOf(flags: {
  readonly "base-url"?: string | undefined;
  readonly "expected-branch"?: string | undefined;
  readonly "expected-sha"?: string | undefined;
  readonly wait?: number | undefined;
}) {
  return {
    base_url: flags["base-url"] ?? null,
    expected_branch: flags["expected-branch"] ?? null,
    expected_sha: flags["expected-sha"] ?? null,
    wait_seconds: flags.wait ?? 0,
  };
}
