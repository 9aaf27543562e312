/** A word that YAML 1.1 and 1.2 both read as text, or a time as we write it. */
const PLAIN = /^(?:[A-Za-z_][\w./+-]*|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;
const OTHERWISE = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/**
 * A JSON value in the flow style of YAML, on one line, always the same for the same value: keys in the order
 * given, text plain where no reader could take it for anything else, otherwise quoted as in JSON.
 */
export function writeFlow(value: unknown): string {
  if (typeof value === "string") return PLAIN.test(value) && !OTHERWISE.test(value) ? value : quote(value);
  if (Array.isArray(value)) return `[${value.map(writeFlow).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const items = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => `${writeFlow(key)}: ${writeFlow(item)}`);
    return `{${items.join(", ")}}`;
  }
  return JSON.stringify(value);
}

/** Also escapes what YAML does not let stand as it is, and what a terminal or editor would not show. */
function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
