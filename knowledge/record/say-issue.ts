import type * as z from "zod/mini";

/** What is wrong with a key, as the rest of a sentence that begins with it: zod/mini carries no words of its own. */
export function sayIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return `is not one of ${issue.values.join(", ")}`;
  if (issue.code === "invalid_type") return `is not of type ${issue.expected}`;
  if (issue.code === "too_small")
    return issue.origin === "number" ? `is less than ${issue.minimum}` : "is empty";
  if (issue.code === "invalid_format")
    return `is not ${FORMATS[issue.path.at(-1) as string] ?? "a record's id"}`;
  return `is not valid: ${issue.message}`;
}

const TIME_FORMAT = "a time such as 2026-01-31T09:30:00.000Z";
const FORMATS: Readonly<Record<string, string>> = Object.fromEntries(
  ["learned_at", "valid_from", "superseded_at", "at", "last"].map((key) => [key, TIME_FORMAT]),
);
