import type { Expr } from "./code.ts";

/**
 * What an assertion compares with, whatever the framework calls it. `custom` is a function that is not known,
 * with its name behind a colon; `fail` fails whenever it is reached.
 */
export type Matcher =
  | "same"
  | "strict"
  | "equal"
  /** Equal but for the order. */
  | "unordered"
  | "approx"
  | "subset"
  | "contains"
  | "pattern"
  | "length"
  | "above"
  | "at-least"
  | "below"
  | "at-most"
  | "type"
  | "truthy"
  | "defined"
  | "property"
  | "present"
  | "visible"
  | "state"
  | "has-text"
  | "contains-text"
  | "attribute"
  | "count"
  | "throws"
  | "completes"
  | "called-with"
  | "called-times"
  | "called"
  | "snapshot"
  | "inline-snapshot"
  | "either"
  | "fail"
  | `custom:${string}`;

/** One thing that a test claims, with its expressions as they stand in the text. */
export interface Claim {
  readonly matcher: Matcher;
  readonly subject: Expr;
  readonly expected: readonly Expr[];
  readonly negated: boolean;
  /** How far off a value may be: greater is looser; null where it may not be. */
  readonly tolerance: Expr | null;
  /** Decimal digits that must agree, where the tolerance is told so. */
  readonly digits: boolean;
  /** How long it may take until it holds. */
  readonly timeout: Expr | null;
  /** It holds nothing up unless it is awaited. */
  readonly asynchronous: boolean;
  /** A failure is recorded, and does not end the test. */
  readonly soft: boolean;
}

/** A claim in its place, with names replaced by what they stand for. */
export interface Assertion {
  readonly matcher: Matcher;
  readonly subject: Expr;
  readonly expected: readonly Expr[];
  readonly negated: boolean;
  readonly tolerance: number | null;
  readonly timeout: number | null;
  /** As they stand in the text. */
  readonly rawSubject: string;
  readonly rawExpected: string;
  readonly awaited: boolean;
  readonly asynchronous: boolean;
  /** Conditions under which alone it is reached. */
  readonly guards: readonly string[];
  /** What the test does, in its order, and how much of it is done when this is asked. */
  readonly order: { readonly acts: readonly string[]; readonly at: number };
  /** What catches its failure, or null. */
  readonly swallowedBy: string | null;
  readonly line: number;
  readonly text: string;
}

export type MarkKind =
  | "skip"
  | "focus"
  | "expected-failure"
  | "retries"
  | "timeout"
  | "wait"
  | "claims-counted"
  /** How many examples are drawn for a property. */
  | "examples";

/** What says how a test is run, rather than what it proves. */
export interface Mark {
  readonly kind: MarkKind;
  /** Milliseconds, retries or the count of claims; null where the text does not tell. */
  readonly value: number | null;
  /** A bound that the framework would not set by itself: without it more is allowed. */
  readonly bound: boolean;
  readonly line: number;
  readonly text: string;
}

/** A test, or a function that tests share. */
export interface TestCase {
  /** A helper is no test: it claims something only where a test calls it. */
  readonly role: "test" | "helper";
  readonly path: string;
  /** With the suites around it, outermost first. */
  readonly name: string;
  readonly line: number;
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly assertions: readonly Assertion[];
  /** What its body does, rendered: equal for two that differ in layout alone. */
  readonly body: string;
  /** The table that it is run over where the text does not spell it out. */
  readonly rows: string | null;
  /** Calls whose failure ends the test, and those whose failure is caught and forgotten. */
  readonly calls: ReadonlySet<string>;
  readonly swallowed: ReadonlyMap<string, { readonly line: number }>;
  /** What values are drawn from, with names resolved. */
  readonly draws: readonly Expr[];
  /** Calls that make values of failures at which nobody looks. */
  readonly forgotten: readonly { readonly line: number; readonly text: string }[];
  /** It may stand in the place of a test that its class has of another file. */
  readonly mayOverride: boolean;
}

/** Something that a test puts in the place of something real. */
export interface Replacement {
  /** The module, or the last part of the name. */
  readonly target: string;
  readonly line: number;
  readonly text: string;
}

/** What a test file proves. */
export interface TestFile {
  readonly path: string;
  /** Whether it was read to its end. */
  readonly complete: boolean;
  readonly tests: readonly TestCase[];
  /** Functions with assertions that other files may call. */
  readonly helpers: readonly TestCase[];
  /** Functions of the file that are no tests, by their names. */
  readonly functions: ReadonlyMap<string, SharedFunction>;
  readonly replacements: readonly Replacement[];
  /** Names that the file imports, with the module that each comes from. */
  readonly imports: ReadonlyMap<string, string>;
  /** Values of the file's own names. */
  readonly constants: ReadonlyMap<string, Constant>;
  /** Conditions under which what tests share refuses what it is given. */
  readonly refusals: readonly Refusal[];
  /** Yes and no by which tests that stand elsewhere are chosen, by the place that tells them. */
  readonly switches: ReadonlyMap<string, Switch>;
  /** What the tests and their set-up make. */
  readonly made: Made;
  /** Questions for equality that agree with everything. */
  readonly agreeing: readonly { readonly line: number; readonly text: string }[];
}

/** What tests make to run on, by what the text says. */
export interface Made {
  /** Values by the names of members; `*` for one that is not spelled out. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
  /** In lower case. */
  readonly words: ReadonlySet<string>;
}

export interface Refusal {
  /** All that must hold, rendered. */
  readonly needs: readonly string[];
  /** The function of the file that refuses. */
  readonly within: string | null;
  readonly line: number;
  readonly text: string;
}

export interface Switch {
  readonly name: string;
  readonly on: boolean;
  readonly line: number;
}

export interface SharedFunction {
  /** What it does, rendered. */
  readonly body: string;
  readonly line: number;
  readonly text: string;
}

export interface Constant {
  readonly value: string;
  /** It is spelled out. */
  readonly plain: boolean;
  readonly line: number;
  readonly text: string;
}
