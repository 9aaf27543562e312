import type { ConfigKey } from "#knowledge";

/** Every key with its type, its default and what it means, for a page of help. */
export function formatConfigKeys(keys: readonly ConfigKey[]): string {
  return keys
    .map(({ key, type, description, ...rest }) => {
      const byDefault = "default" in rest ? `, default ${sayDefault(rest.default)}` : "";
      return `${key} (${type}${byDefault}): ${description}.`;
    })
    .join("\n\n");
}

function sayDefault(value: unknown): string {
  const isNone = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return isNone ? "none" : JSON.stringify(value);
}
