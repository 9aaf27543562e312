/** One line of text that is being typed, with the place of the cursor in UTF-16 units. */
export interface Field {
  readonly text: string;
  readonly at: number;
}

export const EMPTY_FIELD: Field = { text: "", at: 0 };

export type FieldEdit =
  | { readonly kind: "insert"; readonly text: string }
  | { readonly kind: "erase" }
  | { readonly kind: "erase-word" }
  | { readonly kind: "erase-all" }
  | { readonly kind: "left" }
  | { readonly kind: "right" }
  | { readonly kind: "start" }
  | { readonly kind: "end" };

const MOST = 4000;

export function fieldOf(text: string): Field {
  return { text, at: text.length };
}

/** The field after an edit. Typed and pasted text is taken as it is, but for control characters: line breaks become spaces. */
export function editField({ text, at }: Field, edit: FieldEdit): Field {
  const before = text.slice(0, at);
  const after = text.slice(at);
  switch (edit.kind) {
    case "insert": {
      const clean = edit.text.replace(/[\n\r\t]+/g, " ").replace(/\p{Cc}/gu, "");
      const next = (before + clean).slice(0, MOST);
      return { text: next + after, at: next.length };
    }
    case "erase":
      return { text: withoutLast(before) + after, at: withoutLast(before).length };
    case "erase-word": {
      const kept = before.replace(/\S*\s*$/, "");
      return { text: kept + after, at: kept.length };
    }
    case "erase-all":
      return { text: after, at: 0 };
    case "left":
      return { text, at: withoutLast(before).length };
    case "right":
      return { text, at: at + firstOf(after).length };
    case "start":
      return { text, at: 0 };
    case "end":
      return { text, at: text.length };
  }
}

const segmenter = () => new Intl.Segmenter("en", { granularity: "grapheme" });

function withoutLast(text: string): string {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.slice(0, -1);
  return [...segmenter().segment(text)]
    .slice(0, -1)
    .map(({ segment }) => segment)
    .join("");
}

function firstOf(text: string): string {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.slice(0, 1);
  return segmenter().segment(text)[Symbol.iterator]().next().value?.segment ?? "";
}
