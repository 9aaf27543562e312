import type { Loosening } from "./loosening.ts";
import { mayMake } from "./read-made.ts";
import type { TestFile } from "./test-model.ts";

/**
 * Loops over a selection of which nothing is made any more, so that what they claim is claimed of nothing. `before` and
 * `after` are all files of an edit.
 */
export function compareSelections(before: readonly TestFile[], after: readonly TestFile[]): Loosening[] {
  const looped = new Set(before.flatMap(loopsOf).map(({ guard }) => guard));
  return after.flatMap((file) =>
    loopsOf(file)
      .filter(({ guard }) => looped.has(guard))
      .filter(({ guard }) =>
        termsOf(guard).some(([name, value]) => {
          const makes = ({ made }: TestFile) => mayMake(made, name, value);
          return before.some(makes) && !after.some(makes);
        }),
      )
      .map(({ test, line, text }) => ({
        kind: "assertion-unreachable",
        path: file.path,
        side: "after",
        line,
        text,
        why: "nothing of what it is claimed of is made any more",
        test,
        was: null,
        is: null,
      })),
  );
}

function loopsOf({ tests }: TestFile) {
  return tests.flatMap(({ name, assertions }) =>
    assertions.flatMap(({ guards, line, text }) =>
      guards
        .filter((guard) => /^for each of /.test(guard))
        .map((guard) => ({ guard, test: name, line, text })),
    ),
  );
}

/** By what a loop chooses: `filter(paid: true)`, `filter((order) => order.paid)`, `where(state: "open")`. */
function termsOf(guard: string): readonly (readonly [string, string])[] {
  // Values that are spelled out in the loop itself are what it runs over.
  if (/^for each of [[{]/.test(guard)) return [];
  const named = [...guard.matchAll(/\b([A-Za-z]\w*): (true|"[^"]*")/g)].map(
    ([, name = "", value = ""]) => [name, value] as const,
  );
  const asked = [...guard.matchAll(/\((\w+)\) => \(?\1\.(\w+)(?: ={2,3} ("[^"]*"))?\)/g)].map(
    ([, , name = "", value = "true"]) => [name, value] as const,
  );
  return [...named.filter(([name]) => !name.includes("__")), ...asked];
}
