import type { Deps } from "#knowledge";
import { saveConfirmation } from "./confirm-sheets.ts";
import type { Store } from "./store.ts";

type Editor = Deps["editor"];

export interface ScreenEditor extends Editor {
  /** A person's answer to the confirmation. */
  answer(save: boolean): void;
  /** The next edit of that name goes on with what was typed, under comments that say what is wrong with it. */
  goOn(name: string, problems: readonly string[]): void;
}

const COMMENT = "# not saved: ";

/**
 * A person's editor from within the screen: the terminal is handed over while it is open, and what it leaves is
 * used only after a confirmation; without it `keep` gets the text.
 */
export function screenEditor(
  store: Store,
  editor: () => Editor,
  suspend: (during: () => Promise<void>) => Promise<void>,
  keep: (name: string, text: string) => Promise<void>,
): ScreenEditor {
  let waiting: ((save: boolean) => void) | null = null;
  let last: { name: string; text: string } | null = null;
  let again: { name: string; text: string } | null = null;
  return {
    async edit(name, text) {
      const begun = again?.name === name ? again.text : text;
      again = null;
      let left: string | null = null;
      await suspend(async () => {
        left = await editor().edit(name, begun);
      });
      const typed = withoutComments(left ?? begun);
      if (typed === text) return null;
      last = { name, text: typed };
      const save = await new Promise<boolean>((resolve) => {
        waiting = resolve;
        store.dispatch({ type: "sheet", sheet: saveConfirmation(store.get(), name) });
      });
      if (save) return typed;
      await keep(name, typed);
      return null;
    },
    answer(save) {
      waiting?.(save);
      waiting = null;
    },
    goOn(name, problems) {
      if (last?.name === name) again = { name, text: withComments(last.text, problems) };
    },
  };
}

/** The problems as comments of the front matter. */
function withComments(text: string, problems: readonly string[]): string {
  const comments = problems.map((problem) => `${COMMENT}${problem.replace(/\s+/g, " ")}\n`).join("");
  return text.replace(/^(---\r?\n|)/, (start) => start + comments);
}

function withoutComments(text: string): string {
  return text
    .split("\n")
    .filter((line) => !line.startsWith(COMMENT))
    .join("\n");
}
