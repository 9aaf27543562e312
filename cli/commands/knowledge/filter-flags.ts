import { boolean, integer, option, string } from "@oclif/core/flags";
import { RECORD_KINDS, RECORD_STATUSES, RECORDS_A_PAGE } from "#knowledge";

/** The flags that narrow a list of records, and those that say which part of it is wanted. */
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
  limit: integer({
    helpValue: "N",
    min: 0,
    default: RECORDS_A_PAGE,
    description: "at most so many records, best first; 0 for all",
  }),
  offset: integer({ helpValue: "N", min: 0, default: 0, description: "pass over so many records first" }),
  all: boolean({ description: "also what was superseded, deprecated or resolved" }),
};
