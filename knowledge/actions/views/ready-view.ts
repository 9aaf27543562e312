import * as z from "zod/mini";

/** What a host with a checkout is to do next in a change, as it was seen without one. */
export const ReadyView = z.lazy(() =>
  z.object({
    /** When that was seen, ISO 8601. */
    at: z.string(),
    /** Head of the branch that was looked at. */
    head: z.string(),
    why: z.enum(["ci-failed", "own-tests", "to-write", "to-person"]),
  }),
);
export type ReadyView = z.output<typeof ReadyView>;
