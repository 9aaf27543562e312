import type { Accepted } from "./acknowledge.ts";

/** Keys of the artifacts' objects. */
export const OBJECTS = "sha256/*";

/** A policy may name the artifacts by the beginning of their keys, in the bucket of the stack of data. */
export const OBJECTS_ACCEPTED: Accepted = {
  finding: `AwsSolutions-IAM5[Resource::assay-data:ExportsOutputFnGetAttArtifacts82DD59A1Arn3B515032/${OBJECTS}]`,
  why: "An object is named by its digest, which nobody knows beforehand.",
};
