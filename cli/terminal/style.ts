const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

/** Ways to mark text, from the sixteen colours that every theme redefines. Text must be sanitised before. */
export type Style = Readonly<Record<keyof typeof CODES, (text: string) => string>>;

/** Marks text, or leaves it alone where colour is off. */
export function createStyle(colour: boolean): Style {
  const marks = Object.entries(CODES).map(([name, [on, off]]) => [
    name,
    colour ? (text: string) => `\u001b[${on}m${text}\u001b[${off}m` : (text: string) => text,
  ]);
  return Object.fromEntries(marks) as Style;
}

/**
 * Whether to colour: never with a non-empty `NO_COLOR`; else as `FORCE_COLOR` says (`0` and `false` mean
 * no); else on a terminal that is not `dumb`.
 */
export function wantsColour(
  env: Readonly<Record<string, string | undefined>>,
  stream: { readonly isTTY?: boolean },
): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  return stream.isTTY === true && env.TERM !== "dumb";
}
