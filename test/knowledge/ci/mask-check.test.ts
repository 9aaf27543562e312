import fc from "fast-check";
import { expect, test } from "vitest";
import { checkKey, readCheckKey } from "../../../knowledge/ci/check-key.ts";
import { maskCheck } from "../../../knowledge/ci/mask-check.ts";
import { secretMask } from "../../../knowledge/record/secret-mask.ts";
import { checkCase } from "../engineer/engineer-case.ts";

const SECRET = "token-of-the-team";
const mask = secretMask([SECRET]);

test("no text of a masked check holds a secret, and its key can still be read", () => {
  const of = { path: `.github/${SECRET}.yml`, event: "push" };
  const check = checkCase({
    key: checkKey({ app: "github-actions", name: `deploy ${SECRET} / eu`, of }),
    name: `deploy ${SECRET} / eu`,
    url: `https://ci.example.org/${SECRET}/1`,
    says: `curl -H ${SECRET}`,
    conclusion: SECRET,
  });
  const masked = maskCheck(check, mask);
  expect(JSON.stringify(masked)).not.toContain(SECRET);
  expect(readCheckKey(masked.key)).toMatchObject({ app: "github-actions", name: "deploy *** / eu" });
  expect([masked.job, masked.checkRun]).toEqual([check.job, check.checkRun]);
  expect(maskCheck(masked, mask)).toEqual(masked);
});

test("a check without secrets stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.webUrl(), (name, url) => {
      const check = checkCase({ key: `github-actions/${name}`, name, url });
      expect(maskCheck(check, mask)).toEqual(check);
    }),
  );
});
