import { boolean, integer, string } from "@oclif/core/flags";

/** How a call that writes is sent. */
export const callFlags = {
  "request-id": string({
    helpValue: "ID",
    description: "the same call with the same id gets its first answer, and is done once",
    helpGroup: "WRITING",
  }),
  "expected-seq": integer({
    min: 0,
    helpValue: "N",
    description: "refuse unless the subject's stream ends there (`assay qa requirement list` prints it)",
    helpGroup: "WRITING",
  }),
  "dry-run": boolean({ description: "only say what would be done", helpGroup: "WRITING" }),
};

/** What the flags say, as a call has it. */
export function callOf(flags: {
  readonly "request-id"?: string | undefined;
  readonly "expected-seq"?: number | undefined;
  readonly "dry-run": boolean;
}) {
  const { "request-id": request_id, "expected-seq": expected_seq, "dry-run": dry_run } = flags;
  return {
    ...(request_id === undefined ? {} : { request_id }),
    ...(expected_seq === undefined ? {} : { preconditions: { expected_seq } }),
    ...(dry_run ? { options: { dry_run } } : {}),
  };
}
