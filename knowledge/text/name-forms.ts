import * as z from "zod/mini";
import { LONGEST_REPOSITORY_NAME, REPOSITORY_NAME } from "./repository-name.ts";

/** Form of a repository's name, `owner/name`. */
export const repositoryName = () =>
  z.string().check(z.maxLength(LONGEST_REPOSITORY_NAME), z.regex(REPOSITORY_NAME));

/** Form of the name of an organisation or a product: one word, so that streams, schedules and resources can be called by it. */
export const word = () => z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,38}$/));
