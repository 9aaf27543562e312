import * as z from "zod/mini";

/** What a person names to ask about CI; left out, it is the open change of the current branch. */
export const CiAddress = z
  .optional(z.string().check(z.minLength(1), z.maxLength(2_048)))
  .check(
    z.describe(
      "address of a change, commit, workflow run or job, `owner/name#12`, `#12` or a commit; left out, the open change of the current branch",
    ),
  );
