import type { Context, Symptoms } from "./symptoms.ts";

/** True where the base branch is known to fail the same way: every failed test, or else the same fingerprint. */
export function failsOnBase(symptoms: Symptoms, { base }: Context): boolean {
  if (base === undefined) return false;
  const names = symptoms.tests?.failedNames ?? [];
  if (names.length > 0) {
    const known = new Set(base.failedNames);
    return names.every((name) => known.has(name));
  }
  return symptoms.fingerprint !== null && symptoms.fingerprint === base.fingerprint;
}
