import * as z from "zod/mini";
import { repository, word } from "../shared/message-fields.ts";

/** A look at an organisation's default branches: all of them, or these. */
export const WatchMessage = z.strictObject({
  kind: z.literal("watch"),
  organisation: word(),
  repositories: z.optional(z.array(repository()).check(z.minLength(1), z.maxLength(500))),
});
