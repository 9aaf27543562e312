import type * as z from "zod/mini";

/** Faults that are named; more would not help. */
const NAMED = 8;

/** What is wrong with an answer, for the one who gave it: `verdicts[0].check is not one of "a", "b"; …`. */
export function sayAnswerIssues(issues: readonly z.core.$ZodIssue[]): string {
  const said = issues.slice(0, NAMED).map((issue) => `${nameOf(issue.path)} ${sayAnswerIssue(issue)}`);
  const more = issues.length - said.length;
  return said.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

/** zod/mini carries no words of its own. Texts of the answer are not repeated. */
function sayAnswerIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `has to be of type ${issue.expected}`;
    case "invalid_value":
      return `has to be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "too_small":
      return `has to be ${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}${unitOf(issue.origin)}`;
    case "too_big":
      return `has to be ${issue.inclusive === false ? "less than" : "at most"} ${issue.maximum}${unitOf(issue.origin)}`;
    case "not_multiple_of":
      return `has to be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return `has to be of the form ${issue.pattern ?? issue.format}`;
    case "unrecognized_keys":
      return `holds keys that it has not: ${issue.keys.map((key) => JSON.stringify(key.slice(0, 60))).join(", ")}`;
    case "invalid_union":
      return unionWords(issue);
    default:
      return issue.message === "Invalid input" ? "is not valid" : issue.message;
  }
}

function unitOf(origin: string): string {
  if (origin === "string") return " characters long";
  return origin === "array" || origin === "set" ? " items long" : "";
}

function unionWords({ errors }: z.core.$ZodIssueInvalidUnion): string {
  // The form with the fewest faults is the one that was meant.
  const [nearest] = errors.filter(({ length }) => length > 0).toSorted((a, b) => a.length - b.length);
  return nearest === undefined
    ? "has none of the forms that it may have"
    : `is of no form: ${sayAnswerIssues(nearest)}`;
}

function nameOf(path: readonly PropertyKey[]): string {
  const name = path.reduce<string>(
    (said, step) =>
      typeof step === "number" ? `${said}[${step}]` : said === "" ? String(step) : `${said}.${String(step)}`,
    "",
  );
  return name === "" ? "the answer" : name;
}
