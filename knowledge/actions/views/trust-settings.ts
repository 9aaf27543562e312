import * as z from "zod/mini";

/** A person's word for settings that the base branch has not. */
export const TrustSettings = z
  ._default(z.boolean(), false)
  .check(
    z.describe(
      "the settings of the work tree hold, though the base branch has others and HEAD has commits beyond it",
    ),
  );
