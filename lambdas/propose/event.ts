import * as z from "zod/mini";
import { repository, word } from "../shared/message-fields.ts";

/** A repository for which files wait to be proposed. */
export const ProposeMessage = z.strictObject({
  kind: z.literal("propose"),
  organisation: word(),
  repository: repository(),
});
