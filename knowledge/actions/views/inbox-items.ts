import * as z from "zod/mini";

/** What waits for a person, and what is new: the most pressing first. */
export const Inbox = z.lazy(() =>
  z.object({
    needsYou: z
      .array(
        z.object({
          kind: z.enum(["run", "failure", "question", "proposal", "request", "change", "queue"]),
          /**
           * Run, record or proposal; a change as `owner/name#12`, a red default branch as `owner/name`, a request as
           * `owner/name` and what it proposes.
           */
          id: z.string(),
          text: z.string().check(z.describe("one line, e.g. `3 failed, 1 new cause`")),
          at: z.string(),
        }),
      )
      .check(
        z.describe(
          "red and unmarked runs of this branch, red default branches, open questions, proposals, open requests, stopped changes, parked jobs",
        ),
      ),
    recent: z.array(
      z.object({
        kind: z.enum(["run", "learned"]),
        id: z.string(),
        text: z.string(),
        at: z.string(),
      }),
    ),
    /** Open failures of the default branches that are watched, and open proposal requests; all of them. */
    open: z.object({ failures: z.int(), requests: z.int() }),
    /** Records by status, for the status line. */
    records: z.object({ active: z.int(), candidate: z.int(), open: z.int() }),
  }),
);
export type Inbox = z.output<typeof Inbox>;
