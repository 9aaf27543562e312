import { type Binding, KEYS, keyName } from "./keymap.ts";

export interface PaletteEntry {
  readonly name: string;
  readonly binding: Binding;
  readonly key: string;
}

/** Moving about is quicker by key. */
const UNNAMED =
  /^(?:up|down|back|left|right|start|end|cancel|submit|confirm|erase.*|interrupt|palette|page-.*|half-.*)$/;

const ENTRIES: readonly PaletteEntry[] = KEYS.filter(
  ({ scope, action }) => ["list", "detail", "screen"].includes(scope) && !UNNAMED.test(action),
)
  .filter(({ action }, at, all) => all.findIndex((other) => other.action === action) === at)
  .map((binding) => ({
    name: binding.action.replace(/^go-/, "go ").replaceAll("-", " "),
    binding,
    key: keyName(binding.keys[0] ?? ""),
  }));

/** What can be done by name: names that begin with the text first, then those that hold its letters in order. */
export function paletteMatches(text: string): readonly PaletteEntry[] {
  const typed = text.trim().toLowerCase();
  const score = ({ name, binding }: PaletteEntry) => {
    if (name.startsWith(typed)) return 0;
    if (name.includes(typed)) return 1;
    if (binding.about.toLowerCase().includes(typed)) return 2;
    return inOrder(name, typed) ? 3 : 4;
  };
  return ENTRIES.map((entry) => ({ entry, score: score(entry) }))
    .filter((match) => match.score < 4)
    .sort((a, b) => a.score - b.score)
    .map(({ entry }) => entry);
}

function inOrder(name: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    from = name.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return true;
}
