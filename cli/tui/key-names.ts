import type { Key } from "ink";

const NAMED = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["leftArrow", "left"],
  ["rightArrow", "right"],
  ["pageUp", "pgup"],
  ["pageDown", "pgdn"],
  ["home", "home"],
  ["end", "end"],
  ["return", "enter"],
  ["escape", "esc"],
  ["backspace", "backspace"],
  ["delete", "backspace"],
] as const satisfies readonly (readonly [keyof Key, string])[];

const CONTROL: Readonly<Record<string, string>> = {
  "\r": "enter",
  "\n": "enter",
  "\t": "tab",
  "\u0003": "ctrl-c",
  "\u007f": "backspace",
  "\b": "backspace",
  " ": " ",
};

/**
 * The keys of one event as the key table names them. What was typed faster than it was read comes as one text and
 * is taken apart here, so that no key is lost.
 */
export function keysOf(input: string, key: Key): readonly string[] {
  if (key.eventType === "release") return [];
  if (key.tab) return [key.shift ? "shift-tab" : "tab"];
  for (const [flag, name] of NAMED) if (key[flag]) return [name];
  if (key.ctrl) return input.length === 1 ? [`ctrl-${input.toLowerCase()}`] : [];
  if (key.meta || key.super || key.hyper) return [];
  return [...input].flatMap((character) => {
    const name = CONTROL[character];
    if (name !== undefined) return [name];
    const code = character.codePointAt(0) ?? 0;
    if (code < 27) return [`ctrl-${String.fromCharCode(code + 96)}`];
    return code < 32 ? [] : [character];
  });
}
