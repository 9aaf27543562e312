import type { LogLine } from "../log/log-digest.ts";
import { lineRole } from "./line-role.ts";
import type { Rule, Sign } from "./rule.ts";
import type { Symptoms } from "./symptoms.ts";

/** A line on which a sign of a rule stands, and where that line stands. */
export interface Match {
  readonly rule: Rule;
  readonly sign: Sign;
  readonly at: LogLine;
  /** What the capture groups of the sign took. */
  readonly captures: readonly string[];
  readonly inFailingStep: boolean;
  readonly isNew: boolean | null;
  /** Rank of the error block that the line is in (0 = the one to read first), or null. */
  readonly block: number | null;
  /** Stands after the failure or in the cleaning up that follows a job. */
  readonly post: boolean;
  /** Stands on a line that compares a value with another. */
  readonly asserted: boolean;
}

interface Candidate extends LogLine {
  readonly inFailingStep: boolean;
  readonly isNew: boolean | null;
  readonly post?: boolean;
}

/**
 * Every match of every rule: at most one a rule and line, none on a command that is shown or a passed test.
 * Pure; the order carries no meaning.
 */
export function matchRules(symptoms: Symptoms, rules: readonly Rule[]): Match[] {
  const byWord = new Map<string, [Rule, Sign][]>();
  for (const rule of rules) {
    for (const sign of rule.signs) {
      const held = byWord.get(sign.has);
      if (held === undefined) byWord.set(sign.has, [[rule, sign]]);
      else held.push([rule, sign]);
    }
  }
  const words = [...byWord.keys()];
  const matches: Match[] = [];
  const look = (line: Candidate, candidates: readonly string[]): void => {
    const role = lineRole(line.text);
    if (role === "command" || role === "passed-test") return;
    const found = new Map<Rule, Match>();
    for (const word of candidates) {
      for (const [rule, sign] of byWord.get(word) ?? []) {
        const captures = signCaptures(sign, line.text);
        if (captures === null) continue;
        const earlier = found.get(rule);
        if (earlier !== undefined && specificity(earlier.sign) >= specificity(sign)) continue;
        found.set(rule, {
          rule,
          sign,
          captures,
          at: { line: line.line, text: line.text },
          inFailingStep: line.inFailingStep,
          isNew: line.isNew,
          block: blockOf(symptoms, line.line),
          post: line.post === true,
          asserted: role === "assertion",
        });
      }
    }
    matches.push(...found.values());
  };

  const seen = new Set<number>();
  for (const sighting of symptoms.sightings) {
    seen.add(sighting.line);
    look(sighting, sighting.words);
  }
  // The book of sightings keeps the first and last lines of a word; a block's lines are always looked at.
  for (const block of symptoms.errors) {
    for (const line of block.lines) {
      if (seen.has(line.line)) continue;
      seen.add(line.line);
      const text = line.text.toLowerCase();
      const held = words.filter((word) => text.includes(word));
      look({ ...line, inFailingStep: block.inFailingStep, isNew: block.isNew }, held);
    }
  }
  return matches;
}

/** How narrow a sign is; the narrower of two that fit equally well is the better explanation. */
export function specificity(sign: Sign): number {
  return sign.has.length + (sign.re?.source.length ?? 0);
}

/** What the sign's groups take from the line (empty where it has none), or null where it does not fit. */
export function signCaptures(sign: Sign, text: string): string[] | null {
  if (!text.toLowerCase().includes(sign.has)) return null;
  if (sign.not?.test(text)) return null;
  if (sign.re === undefined) return [];
  const taken = sign.re.exec(text);
  return taken === null ? null : taken.slice(1).filter((group) => group !== undefined);
}

function blockOf(symptoms: Symptoms, line: number): number | null {
  const rank = symptoms.errors.findIndex((block) => block.line <= line && line <= block.endLine);
  return rank < 0 ? null : rank;
}
