import assert from "node:assert";
import { syncBuiltinESMExports } from "node:module";
import { neverFail } from "../never-fail.ts";
import { watched } from "../unseen-call.ts";
import { beginAssertion } from "./watch-assertion.ts";

/** Those that compare two values. `ok` is not among them: it quotes the source of whoever called it. */
const COMPARING = [
  "deepEqual",
  "deepStrictEqual",
  "doesNotMatch",
  "equal",
  "match",
  "notDeepEqual",
  "notDeepStrictEqual",
  "notEqual",
  "notStrictEqual",
  "partialDeepStrictEqual",
  "strictEqual",
] as const;

/** Watches `node:assert` and `node:assert/strict`, however they are imported. */
export function watchAssert(): void {
  const done = new Map<unknown, unknown>();
  for (const owner of [assert, assert.strict] as unknown as Record<string, (...args: never[]) => unknown>[]) {
    for (const name of COMPARING) {
      const original = owner[name];
      if (typeof original !== "function") continue;
      const recorded =
        done.get(original) ??
        watched(original, (_self, [received, expected]) =>
          neverFail(() => {
            const settle = beginAssertion({ action: `assert.${name}`, received, args: [expected] });
            return settle && ((error) => settle(error?.thrown));
          }),
        );
      done.set(original, recorded);
      owner[name] = recorded as typeof original;
    }
  }
  syncBuiltinESMExports();
}
