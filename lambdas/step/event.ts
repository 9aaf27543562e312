import * as z from "zod/mini";
import { word } from "../shared/message-fields.ts";

/** A look at the changes of an organisation's repositories that are under QA and wait. */
export const StepMessage = z.strictObject({
  kind: z.literal("step"),
  organisation: word(),
});
