/** Alternatives that the braces of one pattern may stand for; braces beyond that are read as characters. */
const ALTERNATIVES = 256;

/**
 * Whether a path with `/` fits a glob: `*` and `?` within a folder's name, `**` for any folders or none, `{a,b}`
 * for either. A pattern that ends in `/` means all below. An absolute path fits where a tail of it does, because
 * patterns are relative to a root that is not known here. Time grows with path times pattern, never faster.
 */
export function matchGlob(path: string, pattern: string): boolean {
  const slashed = path.replace(/^file:\/\//, "").replaceAll("\\", "/");
  const absolute = /^(?:[a-z]:)?\//i.test(slashed);
  const folders = partsOf(slashed);
  return braces(pattern).some((plain) => {
    const globs = partsOf(plain.endsWith("/") ? `${plain}**` : plain);
    return fits(folders, absolute ? ["**", ...globs] : globs, "**", fitsName);
  });
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}

function fitsName(name: string, glob: string): boolean {
  return fits([...name], [...glob], "*", (char, wanted) => wanted === "?" || wanted === char);
}

/** Whether the items fit the wanted ones in order, `any` standing for any run of items. Goes back to the last `any` only. */
function fits(
  items: readonly string[],
  wanted: readonly string[],
  any: string,
  same: (item: string, wanted: string) => boolean,
): boolean {
  let at = 0;
  let next = 0;
  let back: { at: number; next: number } | null = null;
  while (at < items.length) {
    const want = wanted[next];
    if (want === any) {
      next += 1;
      back = { at, next };
    } else if (want !== undefined && same(items[at] as string, want)) {
      at += 1;
      next += 1;
    } else if (back !== null) {
      back = { at: back.at + 1, next: back.next };
      ({ at, next } = back);
    } else return false;
  }
  return wanted.slice(next).every((want) => want === any);
}

/** The pattern once for each alternative of its outermost first braces, until there are none. */
function braces(pattern: string): readonly string[] {
  const done: string[] = [];
  const open = [pattern];
  while (open.length > 0) {
    const next = open.pop() as string;
    const found = firstBraces(next);
    if (found === null || open.length + done.length + found.choices.length > ALTERNATIVES) done.push(next);
    else open.push(...found.choices.map((choice) => found.before + choice + found.after));
  }
  return done;
}

function firstBraces(text: string): { before: string; choices: string[]; after: string } | null {
  const start = text.indexOf("{");
  if (start < 0) return null;
  const choices: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (char === "{") depth += 1;
    else if (char === "," && depth === 1) {
      choices.push(text.slice(from, at));
      from = at + 1;
    } else if (char === "}" && --depth === 0) {
      choices.push(text.slice(from, at));
      return { before: text.slice(0, start), choices, after: text.slice(at + 1) };
    }
  }
  return null;
}
