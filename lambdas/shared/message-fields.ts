import * as z from "zod/mini";

/** Name of an organisation or a product: one word, so that it can be no path. */
export const word = () => z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,38}$/));

/** `owner/name`. */
export const repository = () =>
  z.string().check(z.maxLength(140), z.regex(/^[A-Za-z0-9-]+\/[A-Za-z0-9_.-]+$/));
