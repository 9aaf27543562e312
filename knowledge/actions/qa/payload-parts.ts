import * as z from "zod/mini";

/** A text that is there and is no longer than so many characters. */
export const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));

/** A JSON object. */
export const jsonObject = () => z.record(z.string(), z.unknown());
