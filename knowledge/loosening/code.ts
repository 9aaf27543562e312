/** Where something stands in its file: UTF-16 offsets, `end` excluded, and the 1-based line. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** An expression of a test file, the same for every language. */
export type Expr =
  | ({ readonly kind: "literal"; readonly type: LiteralType; readonly value: string } & Place)
  | ({ readonly kind: "name"; readonly name: string } & Place)
  | ({ readonly kind: "member"; readonly of: Expr; readonly name: string } & Place)
  | ({ readonly kind: "index"; readonly of: Expr; readonly at: Expr } & Place)
  | ({
      readonly kind: "call";
      readonly callee: Expr;
      readonly args: readonly Expr[];
      readonly makes: boolean;
    } & Place)
  | ({ readonly kind: "named"; readonly name: string; readonly value: Expr } & Place)
  | ({ readonly kind: "operation"; readonly op: string; readonly operands: readonly Expr[] } & Place)
  | ({ readonly kind: "await"; readonly of: Expr } & Place)
  | ({
      readonly kind: "function";
      readonly params: readonly Expr[];
      readonly body: readonly Stmt[];
      /** What it does is waited for by whoever calls it. */
      readonly waits?: true;
    } & Place)
  | ({ readonly kind: "list"; readonly items: readonly Expr[] } & Place)
  | ({ readonly kind: "map"; readonly items: readonly Expr[] } & Place)
  /** Whatever else the language has; `parts` are the expressions in it. */
  | ({ readonly kind: "other"; readonly type: string; readonly parts: readonly Expr[] } & Place);

export type LiteralType = "string" | "number" | "boolean" | "nothing" | "pattern" | "type";
export type CallExpr = Extract<Expr, { kind: "call" }>;
export type FunctionExpr = Extract<Expr, { kind: "function" }>;

/** A statement of a test file, the same for every language. */
export type Stmt =
  | ({ readonly kind: "expression"; readonly expr: Expr } & Place)
  | ({ readonly kind: "bind"; readonly target: Expr; readonly value: Expr; readonly op: string } & Place)
  | ({
      readonly kind: "branch";
      readonly test: Expr;
      readonly body: readonly Stmt[];
      readonly otherwise: readonly Stmt[];
    } & Place)
  /** Both targets are null for a loop that runs while `over` is true. */
  | ({
      readonly kind: "loop";
      readonly key: Expr | null;
      readonly target: Expr | null;
      readonly over: Expr;
      readonly body: readonly Stmt[];
    } & Place)
  | ({
      readonly kind: "attempt";
      readonly body: readonly Stmt[];
      readonly catches: readonly Catch[];
      readonly last: readonly Stmt[];
    } & Place)
  | ({ readonly kind: "with"; readonly items: readonly WithItem[]; readonly body: readonly Stmt[] } & Place)
  | ({
      readonly kind: "leave";
      readonly how: "return" | "throw" | "break" | "continue";
      readonly value: Expr | null;
    } & Place)
  | ({
      readonly kind: "function";
      readonly name: string;
      readonly params: readonly Expr[];
      readonly body: readonly Stmt[];
      readonly marks: readonly Expr[];
      readonly waits?: true;
    } & Place)
  | ({
      readonly kind: "class";
      readonly name: string;
      readonly bases: readonly string[];
      readonly marks: readonly Expr[];
      readonly body: readonly Stmt[];
    } & Place)
  | ({ readonly kind: "assert"; readonly test: Expr } & Place)
  | ({ readonly kind: "import"; readonly from: string; readonly names: readonly ImportedName[] } & Place)
  | ({ readonly kind: "block"; readonly body: readonly Stmt[] } & Place);

export type FunctionStmt = Extract<Stmt, { kind: "function" }>;

interface Catch {
  /** Names of the errors that are caught; empty for all. */
  readonly types: readonly string[];
  /** Of the error. */
  readonly name: string | null;
  readonly body: readonly Stmt[];
}

interface WithItem {
  readonly value: Expr;
  readonly target: Expr | null;
}

export interface ImportedName {
  readonly local: string;
  readonly imported: string;
}
