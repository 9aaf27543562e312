import type { ReportNote } from "../reader.ts";

/** How a file is not well-formed. */
export interface XmlDamage {
  /** The first fault, in the order of the file. */
  readonly first: { readonly line: number; readonly what: string } | undefined;
  readonly faults: number;
  /** The file ends before its last element does: its last line, and the element that stays open. */
  readonly cut: { readonly line: number; readonly inside: string | undefined } | undefined;
}

/**
 * The tokeniser's complaint as a reader of the note would say it. `code` is the character that it stopped at.
 */
export function faultInWords(message: string, code: number): string {
  if (message.startsWith("unmatched closing tag: "))
    return `\`</${short(message.slice(23, -1))}>\` closes nothing that is open`;
  if (message.startsWith("duplicate attribute: "))
    return `the attribute \`${short(message.slice(21, -1))}\` given twice`;
  switch (message) {
    case "an XML declaration must be at the start of the document.":
    case "the XML declaration must appear at the start of the document.":
      return "an XML declaration that is not at the start of the file";
    case "documents may contain only one root.":
      return "a second root element";
    case "document must contain a root element.":
      return "no root element";
    case "unexpected close tag.":
      return "an element closed while one inside it is open";
    case "undefined entity.":
      return "an entity that is not resolved";
    case "disallowed character in entity name.":
      return "an entity with an impossible name";
    case "malformed character entity.":
      return "a character reference that XML does not allow";
    case "no whitespace between attributes.":
      return "an attribute value that ends early, as at a quote that is not escaped";
    case "disallowed character.":
      return code === 0x3c
        ? "a `<` that is not escaped"
        : `the character ${codePoint(code)}, which XML does not allow`;
    case "disallowed character in tag name":
      return "a `<` that opens no tag";
    default:
      return message.replace(/\.$/, "");
  }
}

/**
 * The note on a damaged file of which `tests` tests could be read: `repaired`, or `unreadable` where there
 * are none. `format` names what the file was read as.
 */
export function damageNote(damage: XmlDamage, tests: number, format: string): ReportNote {
  const { first, faults, cut } = damage;
  const parts: string[] = [];
  if (cut)
    parts.push(
      `the file ends early at line ${cut.line}${cut.inside ? `, inside <${short(cut.inside)}>` : ""}`,
    );
  if (first) {
    parts.push(`line ${first.line}: ${first.what}`);
    if (faults > 1) parts.push(`${faults - 1} more fault${faults === 2 ? "" : "s"}`);
  }
  const line = cut?.line ?? first?.line ?? 1;
  const what = parts.join("; ");
  return tests > 0
    ? {
        kind: "repaired",
        line,
        message: `repaired ${format}: ${what}; ${tests} test${tests === 1 ? "" : "s"} could be read`,
      }
    : {
        kind: "unreadable",
        line,
        message: `unreadable ${format}: ${what}; no test could be read`,
      };
}

function codePoint(code: number): string {
  return Number.isNaN(code) ? "here" : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

function short(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
