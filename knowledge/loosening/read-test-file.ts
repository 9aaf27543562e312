import { changingNames } from "./changing-names.ts";
import type { Expr, FunctionExpr, Stmt } from "./code.ts";
import { declaredClaims } from "./declared-claims.ts";
import { isRedefined, titleOf } from "./declared-name.ts";
import { drawsOf } from "./drawn-from.ts";
import { firstLine } from "./first-line.ts";
import { functionOf } from "./function-of.ts";
import { classesIn, inheritedBy, inheritsUnseen, isBase } from "./inherited-tests.ts";
import { isConstant } from "./is-constant.ts";
import { scopeOfCall, valueGiven } from "./local-function.ts";
import { markAt } from "./marks.ts";
import { readMade } from "./read-made.ts";
import { readRefusals } from "./read-refusals.ts";
import { readSwitches } from "./read-switches.ts";
import { render, renderBody } from "./render.ts";
import { resolve } from "./resolve.ts";
import { bind, innerScope, lookUp, type Scope } from "./scope.ts";
import { sharedCode } from "./shared-code.ts";
import { type TextPlace, testCaseOf } from "./test-case.ts";
import type { Declaration, DeclarationPlace, RawMark, Row, TestLanguage } from "./test-language.ts";
import type { Constant, Mark, Replacement, SharedFunction, TestCase, TestFile } from "./test-model.ts";
import { uncollectedIn } from "./uncollected.ts";
import { alwaysAgrees, functionsHeldIn, givesVerdict } from "./verdict.ts";
import { EXPECTED_ERROR, waitsForOthers } from "./visit-expression.ts";
import { type At, atStart, type Gathered, nothingGathered } from "./walk.ts";
import { walkTest } from "./walk-test.ts";
import { weighMark } from "./weigh-mark.ts";

/** A file that takes more statements than this to walk through is not read to its end. */
const MOST_STEPS = 200_000;

/** Reads what a test file proves, out of its statements. */
export function readTestFile(
  language: TestLanguage,
  path: string,
  text: string,
  program: readonly Stmt[],
): TestFile {
  const tests: TestCase[] = [];
  const helpers: TestCase[] = [];
  const replacements: Replacement[] = [];
  const functions = new Map<string, SharedFunction>();
  const imports = new Map<string, string>();
  const steps = { left: MOST_STEPS };
  const constants = new Map<string, Constant>();

  const classes = classesIn(program);
  const shared = sharedCode(language, program);
  const agreeing: { readonly line: number; readonly text: string }[] = [];

  const root = innerScope(null, changingNames(program, language));
  readBody(program, {
    at: atStart(root),
    names: [],
    marks: weighed(language.fileMarks(text, program), root),
    owner: null,
    test: null,
  });
  const complete = steps.left >= 0;
  return {
    path,
    complete,
    tests,
    helpers,
    functions,
    replacements,
    imports,
    constants,
    refusals: readRefusals(language, shared, text),
    switches: readSwitches(language, program, shared),
    made: readMade(language, program),
    agreeing,
  };

  function readBody(body: readonly Stmt[], place: Place): void {
    const { scope } = place.at;
    // What a name stands for does not depend on the order in which a file declares its functions.
    for (const stmt of body) {
      if (stmt.kind === "import") for (const { local } of stmt.names) imports.set(local, stmt.from);
      if (stmt.kind === "bind" && stmt.value.kind !== "function") {
        const value = resolve(stmt.value, scope);
        bind(scope, stmt.target, value);
        if (stmt.target.kind === "name")
          constants.set(stmt.target.name, {
            value: render(value),
            plain: isConstant(value),
            line: stmt.line,
            text: firstLine(text, stmt),
          });
      }
      const fn = functionOf(stmt);
      if (fn !== null && declared(stmt, place) === null) {
        scope.values.set(fn.name, fn.value);
        if (stmt.kind === "function" && /^(expect|assert)$/.test(fn.name))
          replacements.push({ target: fn.name, line: stmt.line, text: firstLine(text, stmt) });
        functions.set(fn.name, { body: renderBody(fn.body), line: stmt.line, text: firstLine(text, stmt) });
      }
    }
    const declarations = body.flatMap((stmt) => {
      const found = isRedefined(language, stmt, body) ? null : declared(stmt, place);
      return found === null ? [] : [{ stmt, found }];
    });
    for (const { stmt, found } of declarations) if (found.kind === "hook") readHook(stmt, found, place);
    for (const stmt of body) {
      const found = declarations.find((declaration) => declaration.stmt === stmt)?.found;
      if (found === undefined) readLoose(stmt, place);
      else if (found.kind !== "hook") readDeclared(stmt, found, place);
    }
  }

  /** A statement beside the tests: a function that they share, a class, or code that runs as the file is loaded. */
  function readLoose(stmt: Stmt, place: Place): void {
    const fn = functionOf(stmt);
    if (fn !== null) {
      // What runs around every test unasked is part of them.
      const unasked =
        stmt.kind === "function" && stmt.marks.some((mark) => /autouse: true/.test(render(mark)));
      readShared(unasked ? `(${fn.name})` : fn.name, fn.value, stmt, place, unasked ? tests : helpers);
      return;
    }
    for (const { name, value } of functionsHeldIn(stmt))
      if (givesVerdict(name, value)) readShared(name, value, value, place, helpers);
    if (stmt.kind === "class") {
      // Tests in a class that is none of tests are run only where another has them of it.
      const away = isBase(stmt, classes) ? [] : [markAt("skip", stmt)];
      readBody(stmt.body, {
        ...place,
        marks: [...place.marks, ...weighed(away, place.at.scope)],
        at: { ...place.at, scope: innerScope(place.at.scope) },
        names: [...place.names, stmt.name],
        owner: stmt,
      });
      return;
    }
    if (stmt.kind === "bind" && stmt.value.kind !== "call") return;
    const gathered = walk([stmt], place.at, place);
    replacements.push(...gathered.replacements);
    if (gathered.assertions.length > 0 || gathered.marks.length > 0)
      tests.push(testCase([...place.names, "(beside the tests)"], stmt, [stmt], gathered, null, place.marks));
  }

  function readShared(name: string, fn: FunctionExpr, stmt: TextPlace, place: Place, into: TestCase[]): void {
    const verdict = givesVerdict(name, fn);
    if (/^(__eq__|equals|asymmetricMatch|Equal)$/.test(name) && alwaysAgrees(fn))
      agreeing.push({ line: stmt.line, text: firstLine(text, stmt) });
    const gathered = walk(
      fn.body,
      {
        ...place.at,
        scope: scopeOfCall(language, fn, [], place.at.scope),
        inside: [name],
        joined: waitsForOthers(language, fn.body),
        verdict,
      },
      place,
    );
    replacements.push(...gathered.replacements);
    if (language.decides(name, renderBody(fn.body)))
      gathered.marks.push({
        kind: "skip",
        value: null,
        bound: false,
        line: stmt.line,
        text: renderBody(fn.body),
      });
    const decides = ({ kind }: Mark) => /^(skip|expected-failure|retries)$/.test(kind);
    if (gathered.assertions.length > 0 || gathered.marks.some(decides))
      into.push({
        ...testCase([...place.names, name], stmt, fn.body, gathered, null, []),
        role: into === helpers ? "helper" : "test",
      });
  }

  /** It runs in the scope of the tests around: what it assigns is theirs. */
  function readHook(stmt: Stmt, { body, name, marks }: Declaration, place: Place): void {
    const gathered = walk(body, place.at, place);
    replacements.push(...gathered.replacements);
    const all = [...weighed(marks, place.at.scope), ...gathered.marks];
    if (gathered.assertions.length > 0 || all.length > 0)
      tests.push(testCase([...place.names, `(${render(name)})`], stmt, body, gathered, null, all));
  }

  function readDeclared(stmt: Stmt, found: Declaration, place: Place): void {
    const rows: readonly (Row | null)[] = found.table?.rows ?? [null];
    for (const row of rows) {
      const scope = innerScope(place.at.scope, changingNames(found.body, language));
      for (const { target, value } of row?.values ?? []) bind(scope, target, resolve(value, place.at.scope));
      const name = titleOf(resolve(found.name, scope)) + (row === null ? "" : ` [${row.label}]`);
      const names = [...place.names, name];
      const marks = [...place.marks, ...weighed([...found.marks, ...(row?.marks ?? [])], scope)];
      for (const param of found.params) bindGiven(param, scope);
      const swallowedBy = found.claims.length > 0 ? EXPECTED_ERROR : place.at.swallowedBy;
      const at: At = {
        ...place.at,
        scope,
        swallowedBy,
        joined: place.at.joined || waitsForOthers(language, found.body),
        // A test gives something back where a property is asked whether it holds.
        verdict: found.kind === "test" && language.asksTests,
        uncollected: uncollectedIn(found.body),
      };
      if (found.kind === "suite" && place.test === null) {
        const inherited = stmt.kind === "class" ? inheritedBy(stmt, classes) : [];
        readBody([...inherited, ...found.body], {
          ...place,
          at,
          names,
          marks,
          owner: stmt.kind === "class" ? stmt : place.owner,
        });
        continue;
      }
      const before = tests.length;
      if (stmt.kind === "function" || stmt.kind === "class") noteReplacing(stmt.marks);
      const drawn = stmt.kind === "function" ? drawsOf(language, stmt.marks, scope) : [];
      const own: Stmt[] = found.claims.length === 0 ? [...found.body] : [];
      const gathered = walk(found.body, at, { ...place, names, marks, test: found });
      gathered.assertions.push(...declaredClaims(found, stmt, firstLine(text, stmt)));
      replacements.push(...gathered.replacements);
      // A test that only holds others, such as Go's around `t.Run`, claims nothing itself.
      const holdsOthers = tests.length > before && gathered.assertions.length === 0;
      const table =
        found.table === null || found.table.rows !== null
          ? null
          : render(resolve(found.table.source, place.at.scope));
      if (!holdsOthers || gathered.marks.length > 0)
        tests.push({
          ...testCase(names, stmt, own.length > 0 ? own : found.body, gathered, table, marks),
          draws: [...drawn, ...gathered.draws],
          mayOverride: overrides(stmt, place),
        });
    }
  }

  function overrides(stmt: Stmt, { owner }: Place): boolean {
    const told =
      stmt.kind === "function" && stmt.marks.some((mark) => /^(Override\(|method of )/.test(render(mark)));
    return told || inheritsUnseen(owner, classes);
  }

  /** A parameter that pytest fills with what a function of the same name gives. */
  function bindGiven(param: Expr, scope: Scope): void {
    const fixture =
      param.kind === "name" && !scope.values.has(param.name) ? lookUp(scope, param.name) : undefined;
    if (param.kind !== "name" || fixture?.kind !== "function") return;
    const value = valueGiven(language, fixture, [], scope);
    if (value !== null) bind(scope, param, value);
  }

  /** `@patch("shop.cart.total")` */
  function noteReplacing(marks: readonly Expr[]): void {
    for (const mark of marks) {
      const target = mark.kind === "call" ? language.replaces(mark) : null;
      if (target !== null) replacements.push({ target, line: mark.line, text: firstLine(text, mark) });
    }
  }

  function walk(body: readonly Stmt[], at: At, place: Place): Gathered {
    const gathered = nothingGathered();
    walkTest(language, text, body, at, gathered, steps, (stmt, inside) => {
      const found = declared(stmt, place);
      if (found === null || found.kind === "hook") return false;
      if (place.test === null && found.kind === "suite") readDeclared(stmt, found, { ...place, at: inside });
      else readDeclared(stmt, found, { ...place, at: inside, marks: [...place.marks, ...gathered.marks] });
      return true;
    });
    return gathered;
  }

  function weighed(marks: readonly RawMark[], scope: Scope): Mark[] {
    return marks.map((mark) => weighMark(mark, scope, text));
  }

  function declared(stmt: Stmt, { at, owner, test }: Place): Declaration | null {
    const place: DeclarationPlace = {
      inTest: test !== null,
      owner,
      lookUp: (name) => lookUp(at.scope, name),
    };
    return language.declare(stmt, place);
  }

  function testCase(
    names: readonly string[],
    stmt: TextPlace,
    body: readonly Stmt[],
    gathered: Gathered,
    rows: string | null,
    marks: readonly Mark[],
  ): TestCase {
    return testCaseOf({ path, text, names, stmt, body, gathered, rows, marks });
  }
}

interface Place {
  readonly at: At;
  readonly names: readonly string[];
  readonly marks: readonly Mark[];
  readonly owner: Extract<Stmt, { kind: "class" }> | null;
  readonly test: Declaration | null;
}
