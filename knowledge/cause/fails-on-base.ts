import { lineRole } from "./line-role.ts";
import type { Context, Symptoms } from "./symptoms.ts";

/**
 * True where the base branch is known to fail the same way: every failed test with the same message (numbers,
 * ids and folders make no difference), or, without tests, the same fingerprint. The values that an assertion
 * without a test compares are all there is to know it by, so they must agree to the letter.
 */
export function failsOnBase(symptoms: Symptoms, { base }: Context): boolean {
  if (base === undefined) return false;
  const names = symptoms.tests?.failedNames ?? [];
  if (names.length === 0) {
    if (symptoms.fingerprint === null || symptoms.fingerprint !== base.fingerprint) return false;
    const headline = symptoms.errors[0]?.headline.text ?? "";
    return lineRole(headline) !== "assertion" || headline === base.headline;
  }
  const known = new Set(base.failedNames);
  return names.every((name) => {
    if (!known.has(name)) return false;
    const [now, then] = [symptoms.fingerprints.get(name) ?? null, base.fingerprints?.get(name) ?? null];
    return now === null || then === null || now === then;
  });
}
