import { readChain } from "../chain.ts";
import { claimOf } from "../claims.ts";
import type { CallExpr, Expr, FunctionStmt, Stmt } from "../code.ts";
import { lastName } from "../last-name.ts";
import { markAt } from "../marks.ts";
import { render } from "../render.ts";
import type { Declaration, DeclarationPlace, RawMark, Row, Table } from "../test-language.ts";

type ClassStmt = Extract<Stmt, { kind: "class" }>;

const TESTS = /^(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)$/;
const HOOKS =
  /^(Before|After|BeforeEach|AfterEach|BeforeAll|AfterAll|BeforeClass|AfterClass|BeforeMethod|AfterMethod)$/;

/** The test, suite or hook that a statement declares in JUnit or TestNG. */
export function declareInJava(stmt: Stmt, { inTest, owner, lookUp }: DeclarationPlace): Declaration | null {
  if (inTest) return null;
  if (stmt.kind === "class") {
    const own = stmt.marks.filter((mark) => !isWord(mark, "static")).flatMap(markOf);
    const away = standsAside(stmt, owner) ? [markAt("skip", stmt)] : [];
    return declaration("suite", stmt, stmt.name, [...own, ...away], stmt.body, null);
  }
  if (stmt.kind !== "function") return null;
  const names = stmt.marks.map(nameOf);
  if (names.some((name) => HOOKS.test(name)))
    return declaration("hook", stmt, stmt.name, [], stmt.body, null);
  const old = owner?.bases.some((base) => /\bTestCase$/.test(base)) === true && /^test/.test(stmt.name);
  if (!old && !names.some((name) => TESTS.test(name))) return null;
  const test = stmt.marks.find((mark) => TESTS.test(nameOf(mark)));
  const marks = stmt.marks.flatMap(markOf);
  const base = declaration("test", stmt, stmt.name, marks, stmt.body, readTable(stmt, lookUp));
  const expected = argument(test, /^(expected|expectedExceptions)$/);
  if (expected === null) return base;
  return { ...base, claims: [claimOf("throws", expected, [expected])] };
}

/** A class in a class, into which the runners look only where they are told to. */
function standsAside(stmt: ClassStmt, owner: ClassStmt | null): boolean {
  if (owner === null || stmt.marks.some((mark) => isWord(mark, "static") || nameOf(mark) === "Nested"))
    return false;
  return !owner.marks.some((mark) => nameOf(mark) === "RunWith");
}

function isWord(mark: Expr, word: string): boolean {
  return mark.kind === "name" && mark.name === word;
}

function declaration(
  kind: Declaration["kind"],
  stmt: Stmt,
  name: string,
  marks: readonly RawMark[],
  body: readonly Stmt[],
  table: Table | null,
): Declaration {
  const { start, end, line } = stmt;
  return {
    kind,
    name: { kind: "literal", type: "string", value: name, start, end, line },
    marks,
    claims: [],
    params: stmt.kind === "function" ? stmt.params : [],
    body,
    table,
  };
}

function nameOf(mark: Expr): string {
  return mark.kind === "call" ? lastName(mark.callee) : "";
}

function argument(mark: Expr | undefined, name: RegExp): Expr | null {
  const found =
    mark?.kind === "call" ? mark.args.find((arg) => arg.kind === "named" && name.test(arg.name)) : undefined;
  return found?.kind === "named" ? found.value : null;
}

/** Tags by whose name projects leave tests out of a run. */
const LEFT_OUT = /slow|integration|quarantine|nightly|manual|broken|wip|disabled|unstable|flaky/i;

function markOf(mark: Expr): RawMark[] {
  if (mark.kind === "name") return [markAt("skip", mark)];
  if (mark.kind !== "call") return [];
  const name = nameOf(mark);
  const [first] = mark.args;
  if (/^(Disabled|Ignore)$|^(Disabled|Enabled)(If|On|For)/.test(name)) return [markAt("skip", mark)];
  if (/^(Tag|Category|Tags)$/.test(name) && LEFT_OUT.test(render(mark))) return [markAt("skip", mark)];
  if (/^(RetryingTest|Retry|RepeatedIfExceptionsTest|RetryTest)$/.test(name))
    return [markAt("retries", mark, first ?? null)];
  if (name === "Timeout") return [markAt("timeout", mark, timeoutOf(mark), true)];
  if (!TESTS.test(name)) return [];
  const marks: RawMark[] = [];
  const enabled = argument(mark, /^enabled$/);
  if (enabled !== null && render(enabled) === "false") marks.push(markAt("skip", mark));
  const timeout = argument(mark, /^(timeout|timeOut)$/);
  if (timeout !== null) marks.push(markAt("timeout", mark, timeout, true));
  if (argument(mark, /^retryAnalyzer$/) !== null) marks.push(markAt("retries", mark));
  const share = argument(mark, /^successPercentage$/);
  if (share !== null) marks.push(markAt("expected-failure", mark));
  return marks;
}

/** `@Timeout(5)` is in seconds. */
function timeoutOf(mark: CallExpr): Expr | null {
  const value = argument(mark, /^value$/) ?? mark.args.find((arg) => arg.kind !== "named") ?? null;
  const unit = argument(mark, /^unit$/);
  if (value === null) return null;
  const { start, end, line } = mark;
  const of: Expr = unit ?? { kind: "name", name: "SECONDS", start, end, line };
  return {
    kind: "call",
    callee: { kind: "name", name: "timeout", start, end, line },
    args: [value, of],
    makes: false,
    start,
    end,
    line,
  };
}

function readTable(stmt: FunctionStmt, lookUp: (name: string) => Expr | undefined): Table | null {
  for (const mark of stmt.marks) {
    if (mark.kind !== "call") continue;
    const [first] = mark.args;
    const value =
      argument(mark, /^(value|strings|ints|longs|doubles|booleans|chars|classes)$/) ??
      (first?.kind === "named" ? undefined : first);
    const name = nameOf(mark);
    if (name === "CsvSource" && value !== undefined) return readCsv(value, stmt.params);
    if (name === "ValueSource" && value !== undefined)
      return rowsOf(
        value.kind === "list" ? value.items.map((item) => [item]) : [[value]],
        stmt.params,
        value,
      );
    if (name === "MethodSource")
      return readProvider(value?.kind === "literal" ? value.value : stmt.name, mark, stmt, lookUp);
    const provider = argument(mark, /^dataProvider$/);
    if (provider?.kind === "literal") return readProvider(provider.value, mark, stmt, lookUp);
    if (/^(CsvFileSource|EnumSource|ArgumentsSource)$/.test(name)) return { rows: null, source: mark };
  }
  return null;
}

function readCsv(value: Expr, params: readonly Expr[]): Table {
  const lines = value.kind === "list" ? value.items : [value];
  const rows = lines.map((line) => {
    if (line.kind !== "literal") return [line];
    const { start, end } = line;
    return line.value.split(",").map((cell): Expr => {
      const text = cell.trim().replace(/^'(.*)'$/, "$1");
      const type = /^-?\d+(\.\d+)?$/.test(text)
        ? "number"
        : /^(true|false)$/.test(text)
          ? "boolean"
          : "string";
      return { kind: "literal", type, value: text, start, end, line: line.line };
    });
  });
  return rowsOf(rows, params, value);
}

function rowsOf(rows: readonly (readonly Expr[])[], params: readonly Expr[], source: Expr): Table {
  return {
    rows: rows.map(
      (row): Row => ({
        marks: [],
        values: params.flatMap((target, index) =>
          row[index] === undefined ? [] : [{ target, value: row[index] }],
        ),
        label: row.map(render).join(", "),
      }),
    ),
    source,
  };
}

/** Rows that a method of the class gives. */
function readProvider(
  name: string,
  mark: Expr,
  stmt: FunctionStmt,
  lookUp: (name: string) => Expr | undefined,
): Table {
  const method = lookUp(name);
  const last = method?.kind === "function" ? method.body.at(-1) : undefined;
  const given = last?.kind === "leave" ? last.value : null;
  if (given === null || given === undefined) return { rows: null, source: mark };
  const items =
    given.kind === "list"
      ? given.items
      : given.kind === "call" && /^(of|stream|asList)$/.test(lastName(given.callee))
        ? given.args
        : null;
  if (items === null) return { rows: null, source: given };
  return rowsOf(
    items.map((item) =>
      item.kind === "list"
        ? item.items
        : item.kind === "call" && /^(of|arguments)$/.test(lastName(item.callee))
          ? item.args
          : [item],
    ),
    stmt.params,
    given,
  );
}

/** Annotations that say what values a test is run over, where they do not spell them out. */
const DRAWS =
  /^(ForAll|EnumSource|CsvFileSource|From|InRange|\w+Range|Positive|Negative|NotEmpty|NotBlank|Size|StringLength|\w+Chars|UniqueElements|Scale)$/;

/** What an annotation of a test or of its parameters draws values from. */
export function drawsInJava(call: CallExpr): readonly Expr[] {
  return !call.makes && call.callee.kind === "name" && DRAWS.test(call.callee.name) ? [call] : [];
}

/** Marks in the middle of a test: calls that skip it, wait, or set a limit. */
export function markInJava(call: CallExpr): RawMark | null {
  const links = readChain(call);
  const last = links.at(-1);
  const [first] = call.args;
  if (last === undefined) return null;
  if (/^(assumeTrue|assumeFalse|assumeThat|assumingThat|assumeNotNull|assumeNoException)$/.test(last.name))
    return markAt("skip", call);
  if (call.makes && /SkipException|TestAbortedException|AssumptionViolatedException/.test(last.name))
    return markAt("skip", call);
  // A precondition throws inputs away; to end the process keeps a failure from being told.
  const owner = links.at(-2)?.name;
  if (last.name === "that" && owner === "Assume") return markAt("skip", call);
  if (last.name === "exit" && owner === "System" && first?.kind === "literal" && first.value === "0")
    return markAt("skip", call);
  if (last.name === "sleep")
    return markAt("wait", call, links.some(({ name }) => name === "Thread") ? (first ?? null) : call);
  if (/^(withTimeout|setDefaultTimeout|implicitlyWait|pageLoadTimeout)$/.test(last.name))
    return markAt("timeout", call, first ?? null);
  if (call.makes && last.name === "WebDriverWait") return markAt("timeout", call, call.args[1] ?? null);
  return null;
}
