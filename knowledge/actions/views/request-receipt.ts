import * as z from "zod/mini";
import { REQUEST_KINDS } from "../../proposal/request-identity.ts";

/** What a person's word did to an open request. */
export const RequestReceipt = z.lazy(() =>
  z.object({
    result: z.enum(["done", "planned", "unchanged", "refused"]),
    act: z.enum(["merge", "close"]),
    by: z.string(),
    repository: z.string(),
    proposes: z.enum(REQUEST_KINDS),
    number: z.int(),
    url: z.string(),
    title: z.string(),
    into: z.string(),
    /** The commit that is merged, or was closed at. */
    head: z.string(),
    /** Commit that merging made, else null. */
    commit: z.nullable(z.string()),
    files: z.array(
      z.object({ path: z.string(), change: z.enum(["added", "modified", "removed", "renamed"]) }),
    ),
    refusal: z.nullable(z.object({ code: z.string(), why: z.string(), recover: z.string() })),
    seen: z.object({ number: z.int(), head: z.string() }),
  }),
);
export type RequestReceipt = z.output<typeof RequestReceipt>;

/** The request that a person was shown: another one, or another commit, is refused. */
export const SeenRequest = z
  .optional(z.object({ number: z.int(), head: z.string() }))
  .check(z.describe("what a plan showed; refused where it is another by now"));
