import type { Stmt } from "./code.ts";
import { partsOfStmt } from "./parts-of.ts";

type ClassStmt = Extract<Stmt, { kind: "class" }>;

const DEEPEST = 5;

/** Every class of a file, by its name. */
export function classesIn(program: readonly Stmt[]): Map<string, ClassStmt> {
  const classes = new Map<string, ClassStmt>();
  const look = (stmts: readonly Stmt[]): void => {
    for (const stmt of stmts) {
      if (stmt.kind === "class" && !classes.has(stmt.name)) classes.set(stmt.name, stmt);
      if (stmt.kind !== "function") for (const body of partsOfStmt(stmt).bodies) look(body);
    }
  };
  look(program);
  return classes;
}

/** What a class has of its bases in the same file, but for what it says itself. */
export function inheritedBy(
  stmt: ClassStmt,
  classes: ReadonlyMap<string, ClassStmt>,
  depth = 0,
): readonly Stmt[] {
  if (depth > DEEPEST) return [];
  const found: Stmt[] = [];
  const own = new Set(stmt.body.map(nameIn));
  for (const base of stmt.bases) {
    const parent = classes.get(baseName(base));
    if (parent === undefined || parent === stmt) continue;
    for (const inner of [...parent.body, ...inheritedBy(parent, classes, depth + 1)]) {
      const name = nameIn(inner);
      if (inner.kind === "class" || own.has(name)) continue;
      found.push(inner);
      if (name !== "") own.add(name);
    }
  }
  return found;
}

/** Whether another class of the file has what this one has. */
export function isBase({ name }: ClassStmt, classes: ReadonlyMap<string, ClassStmt>): boolean {
  return [...classes.values()].some(({ bases }) => bases.some((base) => baseName(base) === name));
}

/** What a class has no tests of, whoever is its base. */
const WITHOUT_TESTS = /(^|\.)(TestCase|IsolatedAsyncioTestCase|object|ABC|Protocol|Generic)$/;

/** Whether a class may have tests of a base that stands in another file. */
export function inheritsUnseen(stmt: ClassStmt | null, classes: ReadonlyMap<string, ClassStmt>): boolean {
  return (
    stmt?.bases.some((base) => !classes.has(baseName(base)) && !WITHOUT_TESTS.test(baseName(base))) === true
  );
}

function baseName(base: string): string {
  return base.replace(/[<([].*$/s, "").trim();
}

function nameIn(stmt: Stmt): string {
  if (stmt.kind === "function" || stmt.kind === "class") return stmt.name;
  return stmt.kind === "bind" && stmt.target.kind === "name" ? stmt.target.name : "";
}
