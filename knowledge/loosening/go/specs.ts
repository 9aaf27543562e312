import type { CallExpr, Expr, Stmt } from "../code.ts";
import { lastName } from "../last-name.ts";
import { markAt } from "../marks.ts";
import { render } from "../render.ts";
import type { Declaration, RawMark, Row, Table } from "../test-language.ts";

const SUITES = /^[FPX]?(Describe|Context|When)$/;
const SPECS = /^[FPX]?(It|Specify)$/;
const TABLES = /^[FPX]?DescribeTable$/;
const HOOKS = /^(Just)?(BeforeEach|AfterEach)$|^(BeforeAll|AfterAll|BeforeSuite|AfterSuite)$/;

/** The spec, suite, table or hook of Ginkgo that a statement declares; null where it declares none. */
export function declareSpec(stmt: Stmt): Declaration | null {
  const call =
    stmt.kind === "expression"
      ? stmt.expr
      : stmt.kind === "bind" && render(stmt.target) === "_"
        ? stmt.value
        : null;
  if (call?.kind !== "call" || call.callee.kind !== "name") return null;
  const { name } = call.callee;
  const body = call.args.find((arg) => arg.kind === "function");
  const [title] = call.args;
  if (body?.kind !== "function" || title === undefined) return null;
  const { start, end, line } = call;
  if (HOOKS.test(name))
    return {
      kind: "hook",
      name: { kind: "literal", type: "type", value: name, start, end, line },
      marks: [],
      claims: [],
      params: body.params,
      body: body.body,
      table: null,
    };
  const isTable = TABLES.test(name);
  if (!isTable && !SUITES.test(name) && !SPECS.test(name)) return null;
  return {
    kind: SUITES.test(name) ? "suite" : "test",
    name: title,
    marks: marksOf(call),
    claims: [],
    params: body.params,
    body: body.body,
    table: isTable ? readEntries(call, body.params) : null,
  };
}

/** By the first letter of the name, or by what stands beside the title. */
function marksOf(call: CallExpr): RawMark[] {
  const name = lastName(call.callee);
  const marks: RawMark[] = [];
  if (/^[PX][A-Z]/.test(name)) marks.push(markAt("skip", call));
  if (/^F[A-Z]/.test(name)) marks.push(markAt("focus", call));
  for (const arg of call.args) {
    if (arg.kind === "name" && arg.name === "Pending") marks.push(markAt("skip", arg));
    if (arg.kind === "name" && arg.name === "Focus") marks.push(markAt("focus", arg));
    if (arg.kind === "call" && lastName(arg.callee) === "FlakeAttempts")
      marks.push(markAt("retries", arg, arg.args[0] ?? null));
  }
  return marks;
}

function readEntries(call: CallExpr, params: readonly Expr[]): Table {
  const entries = call.args.filter(
    (arg): arg is CallExpr => arg.kind === "call" && /^[FPX]?Entry$/.test(lastName(arg.callee)),
  );
  const rows = entries.map((entry): Row => {
    const values = entry.args.slice(1);
    return {
      marks: marksOf(entry),
      values: params.flatMap((target, index) =>
        values[index] === undefined ? [] : [{ target, value: values[index] }],
      ),
      label: values.map(render).join(", "),
    };
  });
  return { rows, source: call };
}
