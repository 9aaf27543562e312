import type { SecretMask } from "../../record/secret-mask.ts";
import { type Candidate, candidateDigest } from "../candidate.ts";
import { OBSERVATIONS_KEPT, type RunEvidence } from "../run-evidence.ts";
import { fitAnchor } from "./fit-anchor.ts";
import { holdsNoSecret } from "./mask-test.ts";
import type { Fact } from "./step-facts.ts";

/** Tests of a candidate that are kept, and those of them that a record names. */
const TESTS_KEPT = 50;
const TESTS_NAMED = 5;

/** The facts of a run, equal ones merged. */
export interface Observations {
  /** A fact that a test saw, which belongs to a scope. */
  add(fact: Fact, test: string, scope: string): void;
  end(): Pick<RunEvidence, "observations" | "dropped">;
}

interface Seen {
  readonly digest: string;
  fact: Fact;
  /** Sorted, the first {@link TESTS_KEPT}. */
  readonly tests: string[];
  /** Scope of the first test. */
  scope: string;
  seen: number;
}

/**
 * Keeps at most {@link OBSERVATIONS_KEPT}, those of the smallest digests: a choice that neither the order of the
 * tests nor the run changes. `dropped` counts every sighting of the others.
 */
export function openObservations(mask: SecretMask): Observations {
  const kept = new Map<string, Seen>();
  let highest: string | null = null;
  let dropped = 0;

  function makeRoom(): void {
    const digests = [...kept.keys()].sort();
    for (const digest of digests.splice(OBSERVATIONS_KEPT)) {
      dropped += kept.get(digest)?.seen ?? 0;
      kept.delete(digest);
    }
    highest = digests.at(-1) ?? null;
  }

  return {
    add(told, test, scope) {
      const fact = maskFact(told, mask);
      const digest = candidateDigest({
        kind: "fact",
        type: fact.type,
        anchor: fact.anchors[0] as string,
        claim: fact.claim,
      });
      if (highest !== null && digest > highest) {
        dropped += 1;
        return;
      }
      const known = kept.get(digest);
      if (known !== undefined) merge(known, fact, test, scope);
      else {
        kept.set(digest, { digest, fact, tests: [test], scope, seen: 1 });
        if (kept.size >= 2 * OBSERVATIONS_KEPT) makeRoom();
      }
    },
    end() {
      if (kept.size > OBSERVATIONS_KEPT) makeRoom();
      const sorted = [...kept.values()].sort((a, b) => (a.digest < b.digest ? -1 : 1));
      return { observations: sorted.map(candidateOf), dropped };
    },
  };
}

/** Masks what the words make together: each by itself was masked before. */
function maskFact(fact: Fact, mask: SecretMask): Fact {
  if (
    holdsNoSecret(
      [fact.claim, fact.evidence.step ?? "", String(fact.measured?.value ?? ""), ...fact.anchors],
      mask,
    )
  )
    return fact;
  const { step, ...evidence } = fact.evidence;
  return {
    ...fact,
    claim: mask(fact.claim),
    anchors: [...new Set(fact.anchors.map((anchor) => maskAnchor(anchor, mask)))],
    ...(fact.measured === undefined ? {} : { measured: maskMeasured(fact.measured, mask) }),
    evidence: { ...(step === undefined ? {} : { step: mask(step) }), ...evidence },
  };
}

/** A number that is a secret reads as zero: it is a number still. */
function maskMeasured({ value, unit }: NonNullable<Fact["measured"]>, mask: SecretMask) {
  return { value: mask(String(value)) === String(value) ? value : 0, unit: mask(unit) };
}

function maskAnchor(anchor: string, mask: SecretMask): string {
  const colon = anchor.indexOf(":");
  const value = anchor.slice(colon + 1);
  const masked = mask(value);
  if (masked === value) return anchor;
  return fitAnchor(anchor.slice(0, colon) as "check", masked) ?? `check:${masked}`;
}

function merge(known: Seen, fact: Fact, test: string, scope: string): void {
  known.seen += 1;
  if (betterFirst(fact, known.fact) < 0) known.fact = fact;
  const [first = ""] = known.tests;
  if (test < first || (test === first && scope < known.scope)) known.scope = scope;
  if (known.tests.includes(test)) return;
  const at = known.tests.findIndex((other) => other > test);
  known.tests.splice(at < 0 ? known.tests.length : at, 0, test);
  known.tests.length = Math.min(known.tests.length, TESTS_KEPT);
}

/** Which of two sightings of one fact is shown: the more complete one; a total order of what can differ. */
function betterFirst(a: Fact, b: Fact): number {
  const [one, other] = [rank(a), rank(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

function rank({ evidence, anchors, measured }: Fact): string {
  const { complete, check, matched, step = "" } = evidence;
  const checks = { passed: 0, none: 1, failed: 2 } as const;
  return [
    complete ? 0 : 1,
    checks[check],
    matched === 1 ? 0 : 1,
    String(matched ?? "").padStart(12, "0"),
    step,
    String(measured?.value ?? ""),
    ...anchors,
  ].join("\0");
}

function candidateOf({ digest, fact, tests, scope, seen }: Seen): Candidate {
  const { type, anchors, claim, measured, evidence } = fact;
  return {
    digest,
    kind: "fact",
    type,
    scope,
    anchors: [...new Set([...anchors, ...tests.slice(0, TESTS_NAMED)])],
    claim,
    ...(measured === undefined ? {} : { measured }),
    evidence,
    tests,
    seen,
  };
}
