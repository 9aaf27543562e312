import * as z from "zod/mini";
import { nearestWord } from "../text/nearest-word.ts";
import { cutLine, plainLine } from "../text/plain-line.ts";
import { knownKeys } from "./known-keys.ts";
import type { Fault, KeyPath } from "./plan-problem.ts";

/** What is said of a key that is not there. */
export const MISSING = "is missing";

/** What a wrong value is told of; it is somebody else's text. */
const SHOWN = 60;

/**
 * What is wrong with a value, all of it, by what the schema asks: each fault with its words and its way out; none where it
 * fits. Pure; zod/mini carries no words of its own.
 */
export function faultsOf(schema: z.core.$ZodType, value: unknown): readonly Fault[] {
  const { error } = z.safeParse(schema, value);
  return (error?.issues ?? []).flatMap((issue) => sayFault(schema, issue, value));
}

function sayFault(schema: z.core.$ZodType, issue: z.core.$ZodIssue, value: unknown): readonly Fault[] {
  const at = issue.path as KeyPath;
  const found = valueAt(value, at);
  const one = (message: string, fix: string): Fault[] => [{ at, message, fix }];
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => unknownKey([...at, key], knownKeys(schema, at, value)));
    case "invalid_type": {
      if (found === undefined) return one(MISSING, `add it: \`${lastKey(at)}: …\``);
      if (found === null) return one("has no value", `give it one, or take \`${lastKey(at)}\` out`);
      if (issue.expected === "string" && (typeof found === "number" || typeof found === "boolean"))
        return one(`is a ${typeof found}, not a text`, `write it in quotes: "${found}"`);
      const words = WANTED[issue.expected] ?? issue.expected;
      return one(`is ${kindOf(found)}, not ${words}`, `write ${words}`);
    }
    case "invalid_value":
      return one(...notOneOf(found, issue.values.map(String), at));
    case "invalid_union": {
      if (!("discriminator" in issue) || typeof issue.discriminator !== "string")
        return one("is of no form that is known", "see `assay plan schema`");
      const options = ("options" in issue ? (issue.options as readonly unknown[]) : []).map(String);
      return one(...notOneOf(found, options, at));
    }
    case "too_small":
      if (issue.origin === "number")
        return one(`is less than ${issue.minimum}`, `write ${issue.minimum} or more`);
      return one("is empty", issue.origin === "array" ? "write at least one entry" : "write something");
    case "too_big": {
      if (issue.origin === "number")
        return one(`is more than ${issue.maximum}`, `write ${issue.maximum} or less`);
      const unit = issue.origin === "string" ? "characters" : "entries";
      return one(`has more than ${issue.maximum} ${unit}`, "shorten it");
    }
    case "invalid_format":
      return one(...wrongForm(issue, found));
    default:
      return one(issue.message, "see `assay plan schema`");
  }
}

/** A key that means nothing there, with the known one that was most likely meant. */
export function unknownKey(at: KeyPath, known: readonly string[]): Fault {
  const key = String(at.at(-1));
  const near = nearestWord(key, known);
  return {
    at,
    message: "means nothing here",
    fix: near === null ? `take it out; known are ${known.join(", ")}` : `write \`${near}\`, or take it out`,
  };
}

/** A word outside of a closed set, with the one that was most likely meant. */
export function notOneOf(found: unknown, options: readonly string[], at: KeyPath): [string, string] {
  const all = options.join(", ");
  if (found === undefined) return [MISSING, `add \`${lastKey(at)}\`: ${all}`];
  const near = typeof found === "string" ? nearestWord(found, options) : null;
  const message = `${quoted(found)} is not ${options.length === 1 ? all : `one of ${all}`}`;
  return [
    message,
    near === null ? `write ${options.length === 1 ? all : "one of them"}` : `write \`${near}\``,
  ];
}

/** A value of the file in a message: on one line, quoted and bounded. */
export function quoted(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return `"${cutLine(plainLine(text), SHOWN)}"`;
}

const WANTED: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a map of keys to values",
  record: "a map of keys to values",
};

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  return typeof value === "string" ? "a text" : quoted(value);
}

function wrongForm(issue: z.core.$ZodIssueInvalidStringFormat, found: unknown): [string, string] {
  if (typeof found === "string" && found.trim() === "") return ["is blank", "write something"];
  const key = issue.path.at(-1);
  if (key === "route")
    return [
      `${quoted(found)} is neither a path nor an address`,
      "write a path that begins with `/`, or a whole http or https URL",
    ];
  return [
    `${quoted(found)} is no slug`,
    `write lower-case letters and digits with single hyphens between, as in \`${slugLike(String(found))}\``,
  ];
}

/** What the text would be as a slug, or an example where nothing of it can stay. */
export function slugLike(text: string): string {
  const slug = text
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, SHOWN);
  return slug.replace(/-+$/, "") || "checkout";
}

function lastKey(at: KeyPath): string {
  return String(at.findLast((step) => typeof step === "string") ?? "");
}

function valueAt(value: unknown, at: KeyPath): unknown {
  return at.reduce<unknown>(
    (inner, step) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, step)
        ? (inner as Record<string | number, unknown>)[step]
        : undefined,
    value,
  );
}
