import { readChain } from "../chain.ts";
import type { CallExpr, Expr, FunctionStmt, Stmt } from "../code.ts";
import { timeoutIn } from "../expect-matchers.ts";
import { lastName } from "../last-name.ts";
import { markAt } from "../marks.ts";
import { partsOfExpr, partsOfStmt } from "../parts-of.ts";
import { render } from "../render.ts";
import type { Declaration, DeclarationPlace, RawMark, Row, Table } from "../test-language.ts";

/** The test, suite or hook that a statement declares in pytest or unittest. */
export function declareInPython(stmt: Stmt, { owner, inTest, lookUp }: DeclarationPlace): Declaration | null {
  if (inTest) return null;
  if (stmt.kind === "class") {
    const isSuite = /^Test|Tests?$|TestCase$/.test(stmt.name) || stmt.bases.some((base) => /Test/.test(base));
    if (!isSuite) return null;
    const off = stmt.body.filter(
      (each) => each.kind === "bind" && render(each.target) === "__test__" && render(each.value) === "false",
    );
    // Of a class that is made with a constructor of its own pytest collects nothing.
    const made = stmt.bases.some((base) => /TestCase/.test(base))
      ? []
      : stmt.body.filter((each) => each.kind === "function" && each.name === "__init__");
    const own = stmt.body.flatMap((each) =>
      each.kind === "bind" && render(each.target) === "pytestmark" ? marksIn(each.value) : [],
    );
    const marks = [
      ...stmt.marks.flatMap((mark) => markOfDecorator(named(mark, lookUp))),
      ...own,
      ...[...off, ...made].map((each) => markAt("skip", each)),
    ];
    return declaration("suite", stmt, stmt.name, marks, [], stmt.body, null);
  }
  // `test_total = None` takes the place of a test of the base.
  if (
    stmt.kind === "bind" &&
    owner !== null &&
    stmt.target.kind === "name" &&
    /^test/.test(stmt.target.name) &&
    stmt.value.kind === "literal"
  )
    return declaration("test", stmt, stmt.target.name, [], [], [], null);
  if (stmt.kind !== "function") return null;
  if (
    /^(setUp|tearDown|setUpClass|tearDownClass|setup_method|teardown_method|setup_function|teardown_function|setup_class|setup_module|teardown_class|teardown_module|asyncSetUp|asyncTearDown|setup)$/.test(
      stmt.name,
    )
  )
    return declaration("hook", stmt, stmt.name, [], stmt.params, stmt.body, null);
  if (stmt.marks.some((mark) => /fixture$/.test(render(mark).replace(/\(.*/s, "")))) return null;
  if (!/^test/.test(stmt.name)) return null;
  if (owner === null && stmt.params.some((param) => param.kind === "name" && param.name === "self"))
    return null;
  const marks = stmt.marks.flatMap((mark) => markOfDecorator(named(mark, lookUp)));
  // A test that gives values one by one is never run to its end.
  if (givesOneByOne(stmt.body)) marks.push(markAt("skip", stmt));
  return declaration("test", stmt, stmt.name, marks, stmt.params, stmt.body, readTable(stmt, lookUp));
}

function givesOneByOne(body: readonly Stmt[]): boolean {
  return body.some((stmt) => {
    if (stmt.kind === "function" || stmt.kind === "class") return false;
    const { exprs, bodies } = partsOfStmt(stmt);
    return exprs.some(isYield) || bodies.some(givesOneByOne);
  });
}

function isYield(expr: Expr): boolean {
  return (expr.kind === "other" && expr.type === "yield") || partsOfExpr(expr).some(isYield);
}

/** `@needs_network`, where `needs_network = pytest.mark.skipif(…)`. */
function named(mark: Expr, lookUp: DeclarationPlace["lookUp"]): Expr {
  const value = mark.kind === "name" ? lookUp(mark.name) : undefined;
  return value === undefined ? mark : { ...value, start: mark.start, end: mark.end, line: mark.line };
}

function declaration(
  kind: Declaration["kind"],
  { start, end, line }: Stmt,
  name: string,
  marks: readonly RawMark[],
  params: readonly Expr[],
  body: readonly Stmt[],
  table: Table | null,
): Declaration {
  return {
    kind,
    name: { kind: "literal", type: "string", value: name, start, end, line },
    marks,
    claims: [],
    params,
    body,
    table,
  };
}

/** `pytestmark = [pytest.mark.skip]`, as a list or alone. */
export function marksIn(value: Expr): RawMark[] {
  return value.kind === "list" ? value.items.flatMap(markOfDecorator) : markOfDecorator(value);
}

/** Marks by whose name projects leave tests out of a run. */
const LEFT_OUT =
  /^(slow|integration|quarantine\w*|nightly|manual|broken|wip|disabled|unstable|flaky|known_\w+|todo)$/;

function markOfDecorator(mark: Expr): RawMark[] {
  const links = readChain(mark);
  const last = links.at(-1);
  const args = last?.args ?? [];
  switch (last?.name) {
    case "skip":
    case "skipif":
    case "skipIf":
    case "skipUnless":
      return [markAt("skip", mark)];
    case "xfail":
    case "expectedFailure":
      return [markAt("expected-failure", mark)];
    case "flaky":
    case "retry": {
      const count =
        args.find((arg) => arg.kind === "named" && /reruns$|max_runs|tries|retries/.test(arg.name)) ??
        args[0] ??
        null;
      return [markAt("retries", mark, count)];
    }
    case "timeout":
      return [markAt("timeout", mark, args[0] ?? null, true)];
    case "settings": {
      const examples = args.find((arg) => arg.kind === "named" && arg.name === "max_examples");
      return examples === undefined ? [] : [markAt("examples", mark, examples)];
    }
    default:
      return LEFT_OUT.test(last?.name ?? "") && links.some(({ name }) => name === "mark")
        ? [markAt("skip", mark)]
        : [];
  }
}

const MOST_ROWS = 200;

/** The product of all `parametrize` of a function. */
function readTable(stmt: FunctionStmt, lookUp: DeclarationPlace["lookUp"]): Table | null {
  let rows: readonly Row[] | null = [{ marks: [], values: [], label: "" }];
  let source: Expr | null = null;
  const drawn = stmt.marks.find((mark) => mark.kind === "call" && lastName(mark.callee) === "given");
  if (drawn !== undefined) return { rows: null, source: drawn };
  for (const mark of stmt.marks) {
    if (mark.kind !== "call" || lastName(mark.callee) !== "parametrize") continue;
    const [names, rowsGiven] = mark.args.map((arg) => (arg.kind === "named" ? arg.value : arg));
    if (names === undefined || rowsGiven === undefined) continue;
    const given = rowsGiven.kind === "name" ? (lookUp(rowsGiven.name) ?? rowsGiven) : rowsGiven;
    source = source === null ? given : { ...given, kind: "list", items: [source, given] };
    const targets = namesOf(names);
    if (given.kind !== "list" || rows === null || rows.length * given.items.length > MOST_ROWS) {
      rows = null;
      continue;
    }
    const read = given.items.map((item) => readRow(item, targets));
    rows = rows.flatMap((row) =>
      read.map((next) => ({
        marks: [...row.marks, ...next.marks],
        values: [...row.values, ...next.values],
        label: [row.label, next.label].filter((label) => label !== "").join("; "),
      })),
    );
  }
  return source === null ? null : { rows, source };
}

function namesOf(names: Expr): Expr[] {
  const list = names.kind === "list" ? names.items : [names];
  return list.flatMap((item): Expr[] =>
    item.kind !== "literal"
      ? []
      : item.value.split(",").map((name) => ({
          kind: "name",
          name: name.trim(),
          start: item.start,
          end: item.end,
          line: item.line,
        })),
  );
}

function readRow(item: Expr, targets: readonly Expr[]): Row {
  const isParam = item.kind === "call" && lastName(item.callee) === "param";
  const items = isParam
    ? item.args.filter((arg) => arg.kind !== "named")
    : targets.length === 1
      ? [item]
      : item.kind === "list"
        ? item.items
        : [item];
  const marks = isParam
    ? item.args.flatMap((arg) => (arg.kind === "named" && arg.name === "marks" ? marksIn(arg.value) : []))
    : [];
  const values = targets.flatMap((target, index) =>
    items[index] === undefined ? [] : [{ target, value: items[index] }],
  );
  return { marks, values, label: items.map(render).join(", ") };
}

/** Marks in the middle of a test: calls that skip it, wait, or set a limit. */
export function markInPython(call: CallExpr): RawMark | null {
  const links = readChain(call);
  const last = links.at(-1);
  const owner = links.at(-2)?.name ?? "";
  const [first] = call.args;
  switch (last?.name) {
    case "skip":
    case "importorskip":
      return /^(pytest|mark)$/.test(owner) || links.length === 1 ? markAt("skip", call) : null;
    // Both throw inputs of a property away.
    case "assume":
    case "reject":
      return links.length === 1 || owner === "hypothesis" ? markAt("skip", call) : null;
    // To end the process keeps a failure from being told.
    case "exit":
    case "_exit":
      return /^(sys|os)$/.test(owner) && render(first ?? call) === "0" ? markAt("skip", call) : null;
    case "skipTest":
    case "SkipTest":
      return markAt("skip", call);
    case "xfail":
      return markAt("expected-failure", call);
    case "sleep":
      return markAt("wait", call, first === undefined ? null : seconds(first));
    case "wait_for_timeout":
      return markAt("wait", call, first ?? null);
    case "set_default_timeout":
    case "implicitly_wait":
      return markAt("timeout", call, first ?? null);
    case "WebDriverWait":
      return markAt("timeout", call, call.args[1] ?? null);
    default: {
      const timeout = call.args.map((arg) => timeoutIn(arg)).find((found) => found !== null) ?? null;
      return timeout === null ? null : markAt("timeout", call, timeout);
    }
  }
}

function seconds(value: Expr): Expr {
  const { start, end, line } = value;
  return {
    kind: "operation",
    op: "*",
    operands: [value, { kind: "literal", type: "number", value: "1000", start, end, line }],
    start,
    end,
    line,
  };
}
