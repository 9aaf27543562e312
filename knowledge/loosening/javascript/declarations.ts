import { type Link, readChain } from "../chain.ts";
import type { CallExpr, Expr, Stmt } from "../code.ts";
import { timeoutIn } from "../expect-matchers.ts";
import { markAt } from "../marks.ts";
import { render } from "../render.ts";
import type { Declaration, DeclarationPlace, RawMark, Row, Table } from "../test-language.ts";

const TESTS = /^(test|it|specify|xit|xtest|fit|ftest|xspecify|bench)$/;
const SUITES = /^(describe|suite|context|xdescribe|fdescribe|xcontext|xsuite|feature)$/;
const HOOKS =
  /^(beforeEach|afterEach|beforeAll|afterAll|before|after|setup|teardown|suiteSetup|suiteTeardown)$/;

/** The test, suite or hook that a statement declares in the JavaScript frameworks. */
export function declareInJavascript(stmt: Stmt, place: DeclarationPlace): Declaration | null {
  if (stmt.kind !== "expression") return null;
  const expr = stmt.expr.kind === "await" ? stmt.expr.of : stmt.expr;
  if (expr.kind !== "call") return null;
  const links = readChain(expr);
  const [head] = links;
  if (head === undefined) return null;
  const words = links.map(({ name }) => name).filter((name) => name !== "");
  const last = words.at(-1) ?? "";
  if (HOOKS.test(last) && words.length <= 2) return declareHook(expr, last);
  // node:test gives a test the means to hold others.
  if (head.name === "t" && last === "test" && place.inTest)
    return declareCase("test", expr, links.slice(1), place);
  if (head.name === "Deno" && last === "test") return declareCase("test", expr, links.slice(1), place);
  if (last === "step" && place.inTest) return null;
  if (TESTS.test(head.name))
    return declareCase(words.includes("describe") ? "suite" : "test", expr, links, place);
  if (SUITES.test(head.name)) return declareCase("suite", expr, links, place);
  return null;
}

function declareHook(call: CallExpr, name: string): Declaration | null {
  const fn = call.args.find((arg) => arg.kind === "function");
  if (fn?.kind !== "function") return null;
  const { start, end, line } = call;
  return {
    kind: "hook",
    name: { kind: "literal", type: "type", value: name, start, end, line },
    marks: [],
    claims: [],
    params: fn.params,
    body: fn.body,
    table: null,
  };
}

function declareCase(
  kind: "test" | "suite",
  call: CallExpr,
  links: readonly Link[],
  place: DeclarationPlace,
): Declaration | null {
  const args = call.args;
  const [title] = args;
  const fn = args.find((arg) => arg.kind === "function") ?? named(args, place);
  const words = links.map(({ name }) => name);
  const waiting = words.includes("todo");
  if (
    title === undefined ||
    (fn === undefined && !(waiting || (title.kind === "literal" && args.length === 1 && links.length <= 2)))
  )
    return null;
  // `test.skip(condition, "why")` inside of a test is a mark.
  if (fn === undefined && place.inTest) return null;
  const marks: RawMark[] = [];
  for (const { name, args: given, expr } of links) {
    if (/^(skip|todo|fixme|xit|xtest|xdescribe|xcontext|xsuite|xspecify)$/.test(name))
      marks.push(markAt("skip", call));
    if (/^(skipIf|runIf)$/.test(name) && given !== null) marks.push(markAt("skip", expr));
    if (/^(only|fit|ftest|fdescribe)$/.test(name)) marks.push(markAt("focus", call));
    if (/^(fails|failing|fail)$/.test(name)) marks.push(markAt("expected-failure", call));
  }
  if (fn === undefined && marks.length === 0) marks.push(markAt("skip", call));
  for (const arg of args) marks.push(...optionMarks(arg, call));
  const limit = args.at(-1);
  if (
    limit !== undefined &&
    limit !== title &&
    limit.kind !== "function" &&
    limit.kind !== "map" &&
    args.length > 2
  )
    marks.push(markAt("timeout", limit, limit));
  const body = fn?.kind === "function" ? fn : null;
  return {
    kind,
    name: title.kind === "function" ? { ...title, kind: "literal", type: "type", value: "(no name)" } : title,
    marks,
    claims: [],
    params: body?.params ?? [],
    body: body?.body ?? [],
    table: readTable(links, body?.params ?? [], place),
  };
}

/** A function of the file as the body of a test. */
function named(args: readonly Expr[], place: DeclarationPlace): Expr | undefined {
  const arg = args.find((each, index) => index > 0 && each.kind === "name");
  return arg?.kind === "name" ? (place.lookUp(arg.name) ?? arg) : undefined;
}

/** `{ skip: true, timeout: 1000, retry: 2 }` */
function optionMarks(options: Expr, call: CallExpr): RawMark[] {
  if (options.kind !== "map") return [];
  return options.items.flatMap((item): RawMark[] => {
    if (item.kind !== "named") return [];
    const off = item.value.kind === "literal" && item.value.value === "false";
    if (/^(skip|todo)$/.test(item.name)) return off ? [] : [markAt("skip", call)];
    if (item.name === "only") return off ? [] : [markAt("focus", call)];
    if (/^(fails|expectFailure)$/.test(item.name)) return off ? [] : [markAt("expected-failure", call)];
    if (item.name === "timeout") return [markAt("timeout", item, item.value)];
    if (/^(retry|retries)$/.test(item.name)) return [markAt("retries", item, item.value)];
    return [];
  });
}

function readTable(links: readonly Link[], params: readonly Expr[], place: DeclarationPlace): Table | null {
  const each = links.find(({ name }) => name === "each" || name === "for");
  const given = each?.args?.[0];
  if (each === undefined || given === undefined) return null;
  const source = given.kind === "name" ? (place.lookUp(given.name) ?? given) : given;
  if (source.kind === "other" && source.type.startsWith("template")) return readTemplate(source, params);
  if (source.kind !== "list") return { rows: null, source };
  const rows = source.items.map((item): Row => {
    const spread = item.kind === "list" && each.name === "each" && params.length > 0;
    const values = spread
      ? params.flatMap((target, index) =>
          item.items[index] === undefined ? [] : [{ target, value: item.items[index] as Expr }],
        )
      : params.slice(0, 1).map((target) => ({ target, value: item }));
    return { marks: [], values, label: render(item) };
  });
  return { rows, source };
}

/** A table whose first line names the columns. */
function readTemplate(source: Extract<Expr, { kind: "other" }>, params: readonly Expr[]): Table {
  const columns = (
    source.type
      .replace(/^template `/, "")
      .trim()
      .split("\n", 1)[0] ?? ""
  )
    .split("|")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const [target] = params;
  const { start, end, line } = source;
  if (columns.length === 0 || target === undefined) return { rows: null, source };
  const rows: Row[] = [];
  for (let at = 0; at + columns.length <= source.parts.length; at += columns.length) {
    const items = columns.map(
      (name, index): Expr => ({
        kind: "named",
        name,
        value: source.parts[at + index] as Expr,
        start,
        end,
        line,
      }),
    );
    const value: Expr = { kind: "map", items, start, end, line };
    rows.push({ marks: [], values: [{ target, value }], label: render(value) });
  }
  return { rows, source };
}

/** Marks in the middle of a test: calls that skip it, wait, or set a limit. */
export function markInJavascript(call: CallExpr): RawMark | null {
  const links = readChain(call);
  const last = links.at(-1);
  if (last?.args == null) return null;
  const words = links.map(({ name }) => name);
  const [first, second] = last.args;
  const owner = words.at(-2) ?? "";
  const hasFunction = last.args.some(({ kind }) => kind === "function");
  if (
    /^(skip|fixme|todo)$/.test(last.name) &&
    /^(this|t|ctx|context|test|it|testInfo)$/.test(owner) &&
    !hasFunction
  )
    return markAt("skip", call);
  // A precondition throws inputs away; to end the process keeps a failure from being told.
  if (last.name === "pre" && /^(fc|jsc|fast_?check)$/i.test(owner)) return markAt("skip", call);
  if (last.name === "exit" && owner === "process" && render(last.args[0] ?? call) === "0")
    return markAt("skip", call);
  if (last.name === "fail" && owner === "test" && !hasFunction) return markAt("expected-failure", call);
  if (last.name === "slow" && /^(test|this|testInfo)$/.test(owner)) return markAt("timeout", call);
  if (/^(setTimeout|timeout)$/.test(last.name) && /^(test|jest|this|vi|testInfo)$/.test(owner))
    return markAt("timeout", call, first ?? null);
  if (/^(retryTimes|retries)$/.test(last.name)) return markAt("retries", call, first ?? null);
  if (/^(configure|setConfig)$/.test(last.name) && first?.kind === "map") {
    const item = first.items.find(
      (each) => each.kind === "named" && /^(retries|retry|timeout|testTimeout|hookTimeout)$/.test(each.name),
    );
    if (item?.kind === "named")
      return markAt(/^retr/.test(item.name) ? "retries" : "timeout", call, item.value);
  }
  if (words[0] === "expect" && last.name === "assertions")
    return markAt("claims-counted", call, first ?? null);
  if (words[0] === "expect" && last.name === "hasAssertions") return markAt("claims-counted", call);
  if (/^(plan)$/.test(last.name) && owner === "t") return markAt("claims-counted", call, first ?? null);
  if (
    /^(waitForTimeout|sleep|delay|pause|wait)$/.test(last.name) &&
    first !== undefined &&
    first.kind !== "function" &&
    !(first.kind === "literal" && first.type === "string")
  )
    return markAt("wait", call, first);
  if (last.name === "setTimeout" && links.length === 1 && first !== undefined)
    return second === undefined ? null : markAt("wait", call, second);
  const options = last.args.at(-1);
  const examples =
    options?.kind === "map"
      ? options.items.find((item) => item.kind === "named" && item.name === "numRuns")
      : undefined;
  if (examples !== undefined) return markAt("examples", call, examples);
  const timeout = timeoutIn(options);
  return timeout === null || /^(test|it|describe)$/.test(words[0] ?? "")
    ? null
    : markAt("timeout", call, timeout);
}
