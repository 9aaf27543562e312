import * as z from "zod/mini";
import { repository, word } from "../shared/message-fields.ts";

/** A repository of which CI has ended on the default branch, and what its runs left is to be learned from. */
export const LearnMessage = z.strictObject({
  kind: z.literal("learn"),
  organisation: word(),
  repository: repository(),
});
