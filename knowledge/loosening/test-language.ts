import type { SyntaxLanguage, SyntaxNode } from "../ports/syntax-trees.ts";
import type { CallExpr, Expr, Place, Stmt } from "./code.ts";
import type { Claim, MarkKind } from "./test-model.ts";

/** A plug-in: how tests are written in one language and its frameworks. */
export interface TestLanguage {
  readonly name: string;
  /** The grammar of a file, or null where it is not of this language. */
  grammarOf(path: string): SyntaxLanguage | null;
  /** What a test gives back says whether it holds. */
  readonly asksTests: boolean;
  /** A condition is true or false and nothing is taken for either: to be equal to `false` is not to hold. */
  readonly strictBooleans: boolean;
  /** Of two functions of one name in one place only the last is there. */
  readonly lastNameWins: boolean;
  lower(root: SyntaxNode, text: string): Stmt[];
  /** Marks of the whole file. */
  fileMarks(text: string, program: readonly Stmt[]): readonly RawMark[];
  /** The test, suite or hook that a statement declares. */
  declare(stmt: Stmt, place: DeclarationPlace): Declaration | null;
  /** What an expression claims; null where it is no assertion. */
  claim(expr: Expr): readonly Claim[] | null;
  /** What a call asks of a fake before it is used; null where it asks nothing. What it is given still runs. */
  foresees(call: CallExpr): readonly Claim[] | null;
  /** What an expression claims that stands as a statement of its own, such as a search that fails if nothing is found. */
  claimAlone(expr: Expr): readonly Claim[] | null;
  /** What entering a block claims of it, or that it swallows failures. */
  enter(item: Expr): { readonly claims: readonly Claim[]; readonly swallows: boolean } | null;
  /** Whether a call fails the test where it is reached. */
  fails(call: CallExpr): boolean;
  /** Whether a function that the runner calls by its name decides which tests are run, or what becomes of them. */
  decides(name: string, body: string): boolean;
  /** Marks in the middle of a test: a call that skips it, waits, or sets a limit. */
  mark(call: CallExpr): RawMark | null;
  /** Whether the functions that are given to a call are run before the test ends. */
  runs(call: CallExpr, awaited: boolean): boolean;
  /** Whether a call begins something beside the test, of which a failure is told by what it gives. */
  begins(call: CallExpr): boolean;
  /** One wait is for all that was begun, whatever becomes of the results. */
  readonly joinsAll: boolean;
  /** Whether a call waits for what was begun beside the test, and tells its failure. */
  joins(call: CallExpr): boolean;
  /** Whether a call makes values of failures, which go unseen where nobody looks at them. */
  forgets(call: CallExpr): boolean;
  /** What a call or an annotation draws the values from that a test is tried on; empty where it draws none. */
  draws(call: CallExpr): readonly Expr[];
  /** What a call puts something else in the place of: a module or a member. */
  replaces(call: CallExpr): string | null;
}

/** A mark with what it sets as an expression. */
export interface RawMark extends Place {
  readonly kind: MarkKind;
  readonly amount: Expr | null;
  /** A bound that the framework would not set by itself: without it more is allowed. */
  readonly bound: boolean;
}

export interface DeclarationPlace {
  /** In the body of a test. */
  readonly inTest: boolean;
  /** The class around it. */
  readonly owner: Extract<Stmt, { kind: "class" }> | null;
  /** A value or a function of the file. */
  lookUp(name: string): Expr | undefined;
}

export interface Declaration {
  readonly kind: "test" | "suite" | "hook";
  /** As an expression, since a table can give it. */
  readonly name: Expr;
  readonly marks: readonly RawMark[];
  readonly claims: readonly Claim[];
  readonly params: readonly Expr[];
  readonly body: readonly Stmt[];
  /** Runs once for each; null where it runs once. */
  readonly table: Table | null;
}

export interface Table {
  /** Null where the text does not spell the rows out. */
  readonly rows: readonly Row[] | null;
  readonly source: Expr;
}

export interface Row {
  readonly marks: readonly RawMark[];
  /** Values by position or, where there are names, by name. */
  readonly values: readonly { readonly target: Expr; readonly value: Expr }[];
  readonly label: string;
}
