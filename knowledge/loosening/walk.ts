import type { Expr, Place, Stmt } from "./code.ts";
import type { Scope } from "./scope.ts";
import type { TestLanguage } from "./test-language.ts";
import type { Assertion, Claim, Mark, Replacement } from "./test-model.ts";

/** Where a walk through a test is. */
export interface At {
  readonly scope: Scope;
  readonly guards: readonly string[];
  readonly swallowedBy: string | null;
  /** Functions of the file that the walk is inside of. */
  readonly inside: readonly string[];
  /** Something in the test waits for what runs beside it. */
  readonly joined: boolean;
  /** What is returned is a verdict: `return false` fails the test. */
  readonly verdict: boolean;
  /** Names of what gathers failures that nothing in the test asks for. */
  readonly uncollected: ReadonlySet<string>;
}

/** What a walk through a test gathers. */
export interface Gathered {
  readonly assertions: Assertion[];
  readonly marks: Mark[];
  readonly replacements: Replacement[];
  /** What is done, in its order. */
  readonly acts: string[];
  /** What values are drawn from. */
  readonly draws: Expr[];
  /** Calls that make values of failures at which nobody looks. */
  readonly forgotten: Place[];
  /** Calls whose failure ends the test, and those whose failure is caught and forgotten. */
  readonly calls: Set<string>;
  readonly swallowed: Map<string, Place>;
}

/** A walk through the body of a test, for the functions that it is made of. */
export interface Walk {
  readonly language: TestLanguage;
  readonly text: string;
  readonly into: Gathered;
  body(stmts: readonly Stmt[], at: At): void;
  visit(expr: Expr, at: At, stmt: Place, awaited: boolean): void;
  record(claims: readonly Claim[], stmt: Place, at: At, awaited: boolean): void;
}

/** Before the first statement of a file. */
export function atStart(scope: Scope): At {
  return {
    scope,
    guards: [],
    swallowedBy: null,
    inside: [],
    joined: false,
    verdict: false,
    uncollected: new Set(),
  };
}

export function nothingGathered(): Gathered {
  return {
    assertions: [],
    marks: [],
    replacements: [],
    acts: [],
    draws: [],
    forgotten: [],
    calls: new Set(),
    swallowed: new Map(),
  };
}
