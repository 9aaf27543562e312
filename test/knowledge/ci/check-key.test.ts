import fc from "fast-check";
import { expect, test } from "vitest";
import { checkKey, readCheckKey } from "../../../knowledge/ci/check-key.ts";

const anyText = fc.string({ unit: "grapheme" });
const anyKey = fc.record({
  app: fc.stringMatching(/^[a-z0-9-]{1,8}$/),
  name: fc.oneof(anyText, fc.constantFrom("ci/other", "a@b:c/d", "build (ci.yml, push)")),
  of: fc.oneof(
    fc.constant(null),
    fc.nat(),
    fc.record({
      path: fc.oneof(
        anyText,
        fc.constantFrom(".github/workflows/a b.yml", "dynamic/pages/x@refs/heads/main", "7"),
      ),
      event: fc.constantFrom("push", "pull_request", ""),
    }),
  ),
});

test("a key is read as it was made, whatever stands in names and paths, so two checks never have one key", () => {
  fc.assert(
    fc.property(anyKey, (key) => {
      expect(readCheckKey(checkKey(key))).toEqual(key);
    }),
    { numRuns: 300 },
  );
});
