import type { Match } from "./match-rules.ts";
import type { Symptoms } from "./symptoms.ts";

/** A tool that says so is trying again, so this is not yet the end. */
const RETRYING = /\bretry(?:ing)?\b|\bretries\b|trying again|attempt \d{1,3}\b|tries remaining/i;
/** A line that calls itself a warning, in the ways of the common tools. */
const WARNING = /^\W{0,12}warn(?:ing)?\b|\bWARN(?:ING)?\b|: warning:/i;

/** Take a sure match below what counts as an answer. */
const AFTERWARDS = 0.5;
const COMPARED = 0.6;

/**
 * How far a match explains this failure, from the rule's own confidence and from where its line stands. A
 * line that the passing log has too explains nothing; one that the passing log lacks, that stands in the
 * failing step or in the block to read first explains more. What is told after the failure broke nothing, and
 * a trouble of the machine that an assertion names is a value that a test compares. A trouble that a tool may have got over
 * (`recoverable`) counts only where it is told as an error.
 */
export function weighMatch(match: Match, symptoms: Symptoms): number {
  let weight = match.rule.confidence;
  if (match.isNew === true) weight += 0.05;
  if (match.isNew === false) weight -= 0.4;
  if (knowsStep(symptoms)) weight += match.inFailingStep ? 0.03 : -0.1;
  if (match.block === 0) weight += 0.08;
  else if (match.block !== null) weight += 0.03;
  else weight -= 0.04;
  const { stage } = match.rule;
  if (match.post && stage !== "runner" && stage !== "timeout") weight -= AFTERWARDS;
  if (match.asserted && (stage === "infrastructure" || stage === "environment")) weight -= COMPARED;
  if (WARNING.test(match.at.text)) weight -= 0.15;
  if (match.rule.recoverable === true) {
    if (RETRYING.test(match.at.text)) weight -= 0.3;
    if (match.block === null) weight -= 0.16;
    else if (match.block > 0 && match.isNew !== true) weight -= 0.2;
    if (testsFailed(symptoms) && match.block !== 0 && match.isNew !== true) weight -= 0.2;
  }
  return weight;
}

function knowsStep(symptoms: Symptoms): boolean {
  return symptoms.failingStep !== null && symptoms.sightings.some((sighting) => sighting.inFailingStep);
}

function testsFailed({ tests }: Symptoms): boolean {
  return tests !== null && tests.failed + tests.errored > 0;
}
