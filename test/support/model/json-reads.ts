export type Json = Readonly<Record<string, unknown>>;

/** The value as an object; an empty one where it is none. */
export function record(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** The value as a list of objects; a text counts as one block of text. */
export function blocks(value: unknown): readonly Json[] {
  if (typeof value === "string") return [{ type: "text", text: value }];
  return Array.isArray(value) ? value.map(record) : [];
}

/** The value as a text. */
export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The value as a number. */
export function number(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
