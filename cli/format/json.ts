/** Version of every JSON document that the CLI prints; fields are only ever added under one version. */
export const SCHEMA_VERSION = 1;

/**
 * The one JSON document of a command, ending in a line feed. Text is kept whole but cannot act on a
 * terminal: what JSON itself leaves raw (DEL, C1, bidi marks, zero-width characters) is escaped too.
 */
export function jsonDocument(kind: string, body: Readonly<Record<string, unknown>>): string {
  return written(kind, body, 2);
}

/** The same on one line, for a command that prints several. */
export function jsonLine(kind: string, body: Readonly<Record<string, unknown>>): string {
  return written(kind, body, 0);
}

function written(kind: string, body: Readonly<Record<string, unknown>>, indent: number): string {
  const text = JSON.stringify({ schemaVersion: SCHEMA_VERSION, kind, ...body }, null, indent);
  return `${text.replace(ACTIVE, escapeUnits)}\n`;
}

const ACTIVE =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

function escapeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
}
