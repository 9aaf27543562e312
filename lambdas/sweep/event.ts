import * as z from "zod/mini";
import { word } from "../shared/message-fields.ts";

/** A sweep of a product: of the week that a Monday looks back at, or of the one that is named. */
export const SweepMessage = z.strictObject({
  kind: z.literal("sweep"),
  organisation: word(),
  product: word(),
  week: z.optional(z.string().check(z.regex(/^\d{4}-W\d{2}$/))),
});
