/**
 * A conservative reading of a regular expression: why it might not run in linear time, or null. Refuses
 * back-references, a repeated group that holds a repetition of its own, and neighbouring repetitions of
 * overlapping classes whose spans multiply to more than {@link SPAN_LIMIT}.
 */
export function regexRisk(source: string): string | null {
  const reader = { source, at: 0 };
  const found = sequence(reader);
  return found.risk;
}

/** How many ways two neighbouring repetitions may share the same characters. */
const SPAN_LIMIT = 20_000;
const UNBOUNDED = 2_000;
const SAMPLE = Array.from({ length: 95 }, (_, code) => String.fromCharCode(code + 32)).concat("\t");

interface Reader {
  readonly source: string;
  at: number;
}

interface Found {
  readonly risk: string | null;
  readonly repeats: boolean;
}

interface Atom {
  readonly set: ReadonlySet<string>;
  readonly span: number;
  /** Has to take a character. */
  readonly solid: boolean;
}

function sequence(reader: Reader): Found {
  let previous: Atom[] = [];
  let repeats = false;
  while (reader.at < reader.source.length) {
    const char = reader.source[reader.at]!;
    if (char === ")") break;
    if (char === "|") {
      reader.at += 1;
      previous = [];
      continue;
    }
    if (
      char === "^" ||
      char === "$" ||
      reader.source.startsWith("\\b", reader.at) ||
      reader.source.startsWith("\\B", reader.at)
    ) {
      reader.at += char === "\\" ? 2 : 1;
      continue;
    }
    if (/^\\[1-9k]/.test(reader.source.slice(reader.at))) return { risk: "back-reference", repeats };
    const grouped = char === "(";
    const inner = grouped ? group(reader) : null;
    if (inner?.risk != null) return inner;
    const set = grouped ? null : atomSet(reader);
    const [min, max] = quantifier(reader);
    if (inner?.repeats === true && max > 1)
      return { risk: "a repeated group holds a repetition", repeats: true };
    if (max > 1 && max !== min) repeats = true;
    if (inner?.repeats === true) repeats = true;
    if (set === null) {
      previous = [];
      continue;
    }
    const atom: Atom = { set, span: max - min + 1, solid: min > 0 };
    let ways = atom.span;
    for (const earlier of previous)
      if (earlier.span > 1 && overlaps(earlier.set, atom.set)) ways *= earlier.span;
    if (atom.span > 1 && ways > SPAN_LIMIT) return { risk: "neighbouring repetitions overlap", repeats };
    previous = atom.span === 1 && atom.solid ? [] : [...previous, atom];
  }
  return { risk: null, repeats };
}

function group(reader: Reader): Found {
  reader.at += 1;
  const kind = /^\?(?::|=|!|<=|<!|<\w+>)/.exec(reader.source.slice(reader.at));
  reader.at += kind?.[0].length ?? 0;
  const found = sequence(reader);
  reader.at += 1;
  return found;
}

function atomSet(reader: Reader): ReadonlySet<string> {
  const rest = reader.source.slice(reader.at);
  const text =
    /^\[(?:\\.|[^\]\\])*\]/.exec(rest)?.[0] ??
    /^\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/.exec(rest)?.[0] ??
    rest[0]!;
  reader.at += text.length;
  const one = new RegExp(`^${text === "/" ? "\\/" : text}$`);
  return new Set(SAMPLE.filter((char) => one.test(char)));
}

function quantifier(reader: Reader): [number, number] {
  const text = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(reader.source.slice(reader.at))?.[0];
  if (text === undefined) return [1, 1];
  reader.at += text.length;
  if (text[0] === "*") return [0, UNBOUNDED];
  if (text[0] === "+") return [1, UNBOUNDED];
  if (text[0] === "?") return [0, 1];
  const [, low, comma, high] = /^\{(\d+)(,?)(\d*)\}/.exec(text)!;
  return [Number(low), comma === "" ? Number(low) : high === "" ? UNBOUNDED : Number(high)];
}

function overlaps(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const char of a) if (b.has(char)) return true;
  return false;
}
