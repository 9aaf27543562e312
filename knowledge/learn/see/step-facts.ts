import type { Step } from "../../evidence/test-case.ts";
import type { AnchorKind } from "../../record/anchor.ts";
import { plainLine } from "../../text/plain-line.ts";
import type { Candidate, FactType } from "../candidate.ts";
import { claimOfCheck, claimOfReport, claimOfStep } from "./fact-claims.ts";
import { fitAnchor, shorten } from "./fit-anchor.ts";
import { pageOf } from "./page-of.ts";
import { type PlainStep, plainStep, TARGET_ROOM } from "./plain-step.ts";

const STEP_ROOM = 200;
const UNIT_ROOM = 40;

/** One thing that one step showed. */
export interface Fact {
  readonly type: FactType;
  /** Primary anchor, then the page and the element that it is about. */
  readonly anchors: readonly string[];
  readonly claim: string;
  readonly measured?: NonNullable<Candidate["measured"]>;
  readonly evidence: Candidate["evidence"];
}

/**
 * What a step of a test that ran teaches (K-015 to K-021): one fact where its check passed and it acted on exactly
 * one element; a measurement for the actual value of a passing check; a measurement for a value that it reported,
 * whatever its check said. `title` is the test's.
 */
export function stepFacts(step: Step, title: string): readonly Fact[] {
  const plain = plainStep(step);
  const passed = step.check === "passed" && step.error === undefined;
  const facts: Fact[] = [];
  if (passed && step.matched === 1) facts.push(factOfStep(plain, title));
  if (passed && step.actual !== undefined) facts.push(factOfCheck(plain, step, title));
  if (step.reported !== undefined) facts.push(factOfReport(plain, step, title));
  return facts;
}

function factOfStep(step: PlainStep, title: string): Fact {
  const { action, element, locator, target, before, after, expected } = step;
  const type: FactType =
    before !== null && after !== null && before !== after
      ? "navigational"
      : locator !== ""
        ? "selector"
        : "behavioral";
  // Without an element, what was expected is all that tells two checks of one test apart.
  const done = [action, target, element === "" && type === "behavioral" ? expected : ""];
  const ofTest = (): string => anchorOf("step", `${title} › ${words(done)}`);
  const own = type === "behavioral" ? ofTest() : (step.elementAnchor ?? ofTest());
  return {
    type,
    anchors: around(own, step, type === "navigational"),
    claim: claimOfStep(type, step, title),
    evidence: evidenceOf(step, {
      matched: 1,
      check: "passed",
      complete: step.elementAnchor !== null,
    }),
  };
}

/** Counts, titles and addresses are not read from one element. */
const OF_NO_ELEMENT = /(?:^|\.)toHave(?:Count|Title|URL)$/;

function factOfCheck(step: PlainStep, { actual = "", matched }: Step, title: string): Fact {
  const value = plainLine(/(?:^|\.)toHaveURL$/.test(step.action) ? (pageOf(actual) ?? actual) : actual);
  const ofElement = step.target !== "" && !OF_NO_ELEMENT.test(step.action);
  return {
    type: "measurement",
    anchors: around(anchorOf("check", `${title} › ${words([step.action, step.target])}`), step, false),
    claim: claimOfCheck(step, title, value),
    evidence: evidenceOf(step, {
      ...(ofElement && matched !== undefined ? { matched } : {}),
      check: "passed",
      complete: value !== "" && (!ofElement || matched !== undefined),
    }),
  };
}

function factOfReport(step: PlainStep, { reported, check }: Step, title: string): Fact {
  const { name, value: told, unit } = reported as NonNullable<Step["reported"]>;
  const value = typeof told === "number" ? told : plainLine(told);
  const known = typeof value === "number" ? Number.isFinite(value) : value !== "";
  const called = shorten(plainLine(name), TARGET_ROOM) || "value";
  const measure = shorten(plainLine(unit ?? ""), UNIT_ROOM);
  return {
    type: "measurement",
    anchors: around(anchorOf("check", `${title} › reported ${called}`), step, false),
    claim: claimOfReport(title, called, value, measure),
    ...(typeof value === "number" && known ? { measured: { value, unit: measure } } : {}),
    evidence: evidenceOf(step, { check: check ?? "none", complete: known }),
  };
}

function evidenceOf(
  { action, locator, element }: PlainStep,
  said: Omit<Candidate["evidence"], "step">,
): Candidate["evidence"] {
  return { step: shorten(words([action, locator || element]), STEP_ROOM), ...said };
}

/** The primary anchor, then the pages, then the element, each once. */
function around(own: string, step: PlainStep, moved: boolean): readonly string[] {
  const pages = moved ? [step.before, step.after] : [step.page];
  const named = pages.filter((page) => page !== null).map((page) => anchorOf("page", page));
  return [...new Set([own, ...named, ...(step.elementAnchor === null ? [] : [step.elementAnchor])])];
}

/** For text that is not blank, which always names something. */
function anchorOf(kind: Exclude<AnchorKind, "repo" | "element">, text: string): string {
  return fitAnchor(kind, text) as string;
}

function words(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
