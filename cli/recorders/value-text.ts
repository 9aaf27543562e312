import { inspect } from "node:util";

/** A value of a test in one text: texts as they are, anything else as a person would write it. Never throws. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return inspect(value, {
      depth: 3,
      breakLength: Number.POSITIVE_INFINITY,
      maxArrayLength: 50,
      maxStringLength: 1_000,
    });
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** Arguments as they would stand in source, e.g. `'button', { name: 'Place order' }`. */
export function argumentsText(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === "string" ? quote(value) : valueText(value))).join(", ");
}

/** What a thrown value says, without colours. */
export function errorText(error: unknown): string {
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return plain(typeof message === "string" && message !== "" ? message : valueText(error));
}

/** Text without escape sequences. */
export function plain(text: string): string {
  return text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, "");
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
