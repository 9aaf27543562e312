import * as z from "zod/mini";
import { repository, word } from "../shared/message-fields.ts";

const failure = () => z.string().check(z.minLength(1), z.maxLength(200));

/** A failure of a default branch that is to be answered: by a run of its own, or on the issue that there is. */
export const TriageMessage = z.strictObject({
  kind: z.enum(["triage", "answer"]),
  organisation: word(),
  repository: repository(),
  failure: failure(),
});
