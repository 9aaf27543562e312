import type { Settings } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";

const INDENT = "  ";

/** A row a setting with where it comes from, its value below where there is more than a word, then what is not understood. */
export function formatSettings(
  { file, exists, settings, unknown }: Settings,
  { columns, style }: View,
): string {
  const rows = settings.flatMap(({ key, value, line }) => {
    const from = style.dim(line === null ? "default" : sanitise(`${file}:${line}`));
    const [first = "", ...more] = wordsOf(value);
    return [
      `${style.bold(key)}  ${from}`,
      ...[first, ...more].flatMap((word) =>
        wrap(sanitise(word), columns - INDENT.length).map((text) => INDENT + text),
      ),
    ];
  });
  const complaints = unknown.flatMap(({ key, line }) =>
    wrap(
      sanitise(`${file}:${line}: ${key} is no setting of this version: check its spelling, or take it out`),
      columns,
    ).map((text) => style.yellow(text)),
  );
  const tail = exists ? [] : ["", ...wrap(`no ${file}: every setting has its default`, columns)];
  return `${[...rows, ...tail, ...(complaints.length > 0 ? ["", ...complaints] : [])].join("\n")}\n`;
}

function wordsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [String(value)];
  return value.length === 0 ? ["none"] : value.map(wordOf);
}

function wordOf(entry: unknown): string {
  if (typeof entry === "string") return entry;
  const { name, paths } = entry as { name: string; paths: string[] };
  return `${name}: ${paths.join(", ")}`;
}
