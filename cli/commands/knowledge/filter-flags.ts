import { boolean, option, string } from "@oclif/core/flags";
import { RECORD_KINDS, RECORD_STATUSES } from "#knowledge";

/** The flags that narrow a list of records. */
export const FILTER_FLAGS = {
  scope: string({ helpValue: "NAME", description: "only this scope" }),
  kind: option({
    options: RECORD_KINDS,
    multiple: true,
    multipleNonGreedy: true,
    description: "only this kind; may be repeated",
  })(),
  status: option({
    options: RECORD_STATUSES,
    multiple: true,
    multipleNonGreedy: true,
    description: "only this status, also of what is past; may be repeated",
  })(),
  anchor: string({ helpValue: "ANCHOR", description: "only what is about this, e.g. page:/checkout" }),
  all: boolean({ description: "also what was superseded, deprecated or resolved" }),
};
