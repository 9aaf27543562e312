import { validationFailed } from "../http/reply.ts";

const LONGEST = 50;
const MOST = 100;

/** 422 for names that are no labels: empty, too long, too many. */
export function checkLabels(names: readonly string[]): void {
  const long = names.find((name) => [...name].length > LONGEST);
  if (long !== undefined) {
    const message = `name is too long (maximum is ${LONGEST} characters)`;
    throw validationFailed({ resource: "Label", code: "custom", field: "name", message, value: long });
  }
  if (names.some((name) => name.trim() === ""))
    throw validationFailed({ resource: "Label", code: "missing_field", field: "name" });
  if (names.length > MOST)
    throw validationFailed({
      resource: "Issue",
      code: "custom",
      field: "labels",
      message: `at most ${MOST} labels`,
    });
}
