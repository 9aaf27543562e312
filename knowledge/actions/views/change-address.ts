import * as z from "zod/mini";

/** What a person names to speak of a change; left out, it is the open change of the current branch. */
export const ChangeAddress = z
  .optional(z.string().check(z.minLength(1), z.maxLength(2_048)))
  .check(
    z.describe(
      "address of a change, `owner/name#12` or `#12`; left out, the open change of the current branch",
    ),
  );
