import type { Annotation } from "../ports/forge.ts";
import { maskText } from "../record/mask-text.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import type { FailedCheck } from "./failed-check.ts";

const MOST = 50;
/** Characters of a message, and of a path. */
const MESSAGE = 2_000;
const PATH = 500;

const LEVELS = ["failure", "warning", "notice"] as const;

/** Annotations for a person: failures first, each once, in order of place, masked and cut. `total` is what there are. */
export function toldAnnotations(
  annotations: readonly Annotation[],
  total: number,
  mask: SecretMask,
): Pick<FailedCheck, "annotations" | "annotationsLeftOut"> {
  const told = annotations
    .map(({ path, line, level, title, message }) => ({
      path: cut(maskText(path.toWellFormed(), mask), PATH),
      line,
      level,
      message: cut(maskText(sayOf(title, message), mask), MESSAGE),
    }))
    .sort(
      (a, b) =>
        LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) ||
        compare(a.path, b.path) ||
        a.line - b.line ||
        compare(a.message, b.message),
    );
  const once = [...new Map(told.map((one) => [JSON.stringify(one), one])).values()];
  const repeats = told.length - once.length;
  const all = Math.max(total, annotations.length) - repeats;
  const shown = once.slice(0, MOST);
  return { annotations: shown, annotationsLeftOut: all - shown.length };
}

function sayOf(title: string, message: string): string {
  const [head, text] = [title.trim(), message.trim()].map((part) => part.toWellFormed());
  return head === "" || text?.startsWith(head ?? "") ? (text ?? "") : `${head}: ${text}`;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
