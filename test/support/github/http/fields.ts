import type { Call } from "./call.ts";
import { refusal } from "./reply.ts";

/** Text of the body, or undefined where it is not given; 422 for another type, or where it must be given. */
export function textField(call: Call, name: string, must: { readonly given: true }): string;
export function textField(call: Call, name: string): string | null | undefined;
export function textField(
  call: Call,
  name: string,
  must?: { readonly given: true },
): string | null | undefined {
  const value = call.body[name];
  if (must !== undefined && value === undefined)
    throw refusal(422, `Invalid request.\n\n"${name}" wasn't supplied.`);
  if (value === undefined || (value === null && must === undefined)) return value;
  if (typeof value !== "string") throw wrongType(name, value, "a string");
  return value;
}

/** List of texts of the body, or undefined. */
export function textsField(call: Call, name: string): string[] | undefined {
  const value = call.body[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw wrongType(name, value, "an array");
  return value.map((item: unknown) => {
    if (typeof item === "string") return item;
    if (typeof item === "object" && item !== null && "name" in item && typeof item.name === "string")
      return item.name;
    throw wrongType(name, item, "a string");
  });
}

/** A word of the body that is one of `words`, or undefined. */
export function wordField<const Word extends string>(
  call: Call,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const value = textField(call, name);
  if (value === undefined || value === null) return undefined;
  const word = words.find((one) => one === value);
  if (word === undefined)
    throw refusal(422, `Invalid request.\n\n${value} is not a member of ${JSON.stringify(words)}.`);
  return word;
}

function wrongType(name: string, value: unknown, wanted: string): Error {
  return refusal(
    422,
    `Invalid request.\n\nFor 'properties/${name}', ${JSON.stringify(value)} is not ${wanted}.`,
  );
}
