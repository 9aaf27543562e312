import * as z from "zod/mini";
import { repositoryName } from "../../text/name-forms.ts";

/** Whose watch an operation is about. */
export const Organisation = z
  .optional(z.string().check(z.minLength(1)))
  .check(z.describe("whose watch it is; left out, that of the settings"));

/** A repository by its name. */
export const Repository = repositoryName().check(z.describe("OWNER/NAME of the repository"));
