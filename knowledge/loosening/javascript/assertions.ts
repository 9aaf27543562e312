import { type Link, readChain } from "../chain.ts";
import { claimOf } from "../claims.ts";
import type { Expr } from "../code.ts";
import { readMatcher, timeoutIn } from "../expect-matchers.ts";
import { isConstant } from "../is-constant.ts";
import { readPredicate } from "../predicate.ts";
import type { Claim, Matcher } from "../test-model.ts";

/** What an expression claims in JavaScript; null where it is no assertion. */
export function claimInJavascript(expr: Expr): readonly Claim[] | null {
  if (expr.kind !== "call" && expr.kind !== "member") return null;
  const links = readChain(expr);
  const [head] = links;
  if (head === undefined) return null;
  if (/^(expect|expectTypeOf|assertType|should)$/.test(head.name)) return readExpect(links);
  if (head.name === "cy" && expr.kind === "call") return readCypress(links);
  if (expr.kind !== "call") return readShould(links);
  const last = links.at(-1);
  if (last?.args == null) return null;
  const owner = links.at(-2)?.name;
  if (links.length === 1 || (links.length <= 3 && /^(assert|strict|chai|t|test)$/.test(owner ?? ""))) {
    if (/^(assert|t|strict|test)$/.test(owner ?? "") || links.length === 1) {
      const read = readAssert(last.name, last.args, links.length === 1);
      if (read !== null) return read;
    }
  }
  const should = readShould(links);
  if (should !== null) return should;
  if (links.length <= 2 && /^(assert|expect|verify|should|ensure|check)[A-Z_]/.test(last.name)) {
    const [subject = expr, ...expected] = last.args;
    return [claimOf(`custom:${last.name}`, subject, expected)];
  }
  return null;
}

/** A search that fails where it finds nothing, as a statement of its own. */
export function claimAloneInJavascript(expr: Expr): readonly Claim[] | null {
  const call = expr.kind === "await" ? expr.of : expr;
  if (call.kind !== "call" || call.callee.kind !== "member") {
    if (
      call.kind === "call" &&
      call.callee.kind === "name" &&
      /^(get|find)(All)?By[A-Z]/.test(call.callee.name)
    )
      return [claimOf("present", call, [])];
    return null;
  }
  const { name, of } = call.callee;
  if (/^find(All)?By[A-Z]/.test(name)) return [claimOf("present", call, [], { asynchronous: true })];
  if (/^get(All)?By[A-Z]/.test(name) && expr.kind !== "await") return [claimOf("present", call, [])];
  if (name === "waitForSelector")
    return [claimOf("present", call.args[0] ?? call, [], { asynchronous: true })];
  if (name === "waitFor" && of.kind === "call")
    return [claimOf("visible", of, [], { asynchronous: true, timeout: timeoutIn(call.args[0]) })];
  if (name === "waitForURL" || name === "waitForURl")
    return [
      claimOf(
        "attribute",
        of,
        [
          {
            kind: "literal",
            type: "type",
            value: "toHaveURL",
            start: call.start,
            end: call.start,
            line: call.line,
          },
          ...call.args.slice(0, 1),
        ],
        { asynchronous: true },
      ),
    ];
  return null;
}

const NEGATIONS = /^(not|never)$/;

function readExpect(links: readonly Link[]): readonly Claim[] | null {
  const at = links.findIndex(({ args }) => args !== null);
  const start = links[at];
  if (start?.args == null || at > 1) return null;
  const opening = links[1]?.name;
  if (at === 1 && !/^(soft|poll)$/.test(opening ?? "")) return null;
  const [subject] = start.args;
  if (subject === undefined) return null;
  const rest = links.slice(at + 1);
  const soft = opening === "soft";
  const polled = opening === "poll";
  const settled = rest.some(({ name }) => /^(resolves|rejects|eventually|rejectedWith|rejected)$/.test(name));
  const rejects = rest.some(({ name }) => name === "rejects");
  const negated = rest.some(({ name }) => NEGATIONS.test(name));
  const asked: Expr = polled ? polledValue(subject) : subject;
  const claims: Claim[] = [];
  for (const [index, { name, args }] of rest.entries()) {
    if (NEGATIONS.test(name)) continue;
    // In chai `length` and `a` stand both alone and before the word that counts.
    if (args === null && index < rest.length - 1) continue;
    const read = readMatcher(camelCase(name), args, asked, negated);
    if (read !== null) claims.push(...read);
    else if (args !== null && name !== "" && !/^(withContext|and|to|be|been|have)$/.test(name))
      claims.push(claimOf(`custom:${name}`, asked, args, { negated }));
  }
  if (claims.length === 0)
    return rest.length === 0 ? null : [claimOf(`custom:${rest.at(-1)?.name ?? ""}`, asked, [], { negated })];
  return claims.map((claim) => ({
    ...claim,
    matcher: rejects && claim.matcher !== "throws" ? ("throws" as Matcher) : claim.matcher,
    expected: rejects && claim.matcher !== "throws" ? claim.expected : claim.expected,
    soft,
    timeout: claim.timeout ?? (polled ? timeoutIn(start.args?.[1]) : null),
    asynchronous:
      claim.asynchronous ||
      settled ||
      polled ||
      (claim.matcher === "snapshot" && /Screenshot/.test(rest.at(-1)?.name ?? "")),
  }));
}

/** `expect.poll(() => value)` claims something of the value. */
function polledValue(subject: Expr): Expr {
  const [only] = subject.kind === "function" ? subject.body : [];
  return only?.kind === "leave" && only.value !== null ? only.value : subject;
}

/** `x.should.equal(1)` */
function readShould(links: readonly Link[]): readonly Claim[] | null {
  const at = links.findIndex(({ name, args }, index) => index > 0 && name === "should" && args === null);
  const subject = links[at - 1]?.expr;
  if (at < 1 || subject === undefined) return null;
  const rest = links.slice(at + 1);
  const last = rest.at(-1);
  if (last === undefined) return null;
  const negated = rest.some(({ name }) => NEGATIONS.test(name));
  return (
    readMatcher(last.name, last.args, subject, negated) ?? [
      claimOf(`custom:${last.name}`, subject, last.args ?? [], { negated }),
    ]
  );
}

/** `cy.get(x).should("have.text", y).and("be.visible")`, and searches alone. */
function readCypress(links: readonly Link[]): readonly Claim[] | null {
  const claims: Claim[] = [];
  const found = links.slice(1).findLast(({ name }) => !/^(should|and)$/.test(name));
  const subject = found?.expr;
  if (subject === undefined) return null;
  for (const { name, args } of links) {
    if (!/^(should|and)$/.test(name) || args === null) continue;
    const [words, ...expected] = args;
    if (words?.kind !== "literal") {
      if (words !== undefined) claims.push(claimOf("custom:should", words, []));
      continue;
    }
    const parts = words.value.split(".");
    const negated = parts.includes("not");
    claims.push(
      readCypressWord(
        parts.filter((part) => part !== "not"),
        expected,
        subject,
        negated,
      ),
    );
  }
  if (claims.length > 0) return claims;
  return found?.name === "contains" ? [claimOf("present", subject, [])] : null;
}

function readCypressWord(
  parts: readonly string[],
  expected: readonly Expr[],
  subject: Expr,
  negated: boolean,
): Claim {
  const word = parts.join(".");
  const { start, end, line } = subject;
  if (word === "exist") return claimOf("present", subject, [], { negated });
  if (word === "be.visible") return claimOf("visible", subject, [], { negated });
  if (word === "be.hidden") return claimOf("visible", subject, [], { negated: !negated });
  if (word === "have.text") return claimOf("has-text", subject, expected, { negated });
  if (/^(contain|include)(\.text)?$/.test(word))
    return claimOf("contains-text", subject, expected, { negated });
  if (word === "have.length") return claimOf("count", subject, expected, { negated });
  const last = parts.at(-1) ?? "";
  if (
    /^(have|be)\.(attr|class|value|css|id|prop|html|data|checked|disabled|enabled|focused|selected|empty)$/.test(
      word,
    )
  )
    return claimOf(
      "attribute",
      subject,
      [{ kind: "literal", type: "type", value: last, start, end, line }, ...expected],
      { negated },
    );
  return (
    readMatcher(last, expected, subject, negated)?.[0] ??
    claimOf(`custom:${word}`, subject, expected, { negated })
  );
}

const ASSERTS: Readonly<Record<string, string>> = {
  equal: "toBe",
  strictEqual: "toBe",
  deepEqual: "toEqual",
  deepStrictEqual: "toStrictEqual",
  partialDeepStrictEqual: "toMatchObject",
  equals: "toBe",
  same: "toEqual",
  match: "toMatch",
  include: "toContain",
  includes: "toContain",
  lengthOf: "toHaveLength",
  instanceOf: "toBeInstanceOf",
  typeOf: "toBeTypeOf",
  closeTo: "closeTo",
  approximately: "closeTo",
  isAbove: "above",
  isAtLeast: "least",
  isBelow: "below",
  isAtMost: "most",
  isTrue: "true",
  isFalse: "false",
  isNull: "toBeNull",
  isUndefined: "toBeUndefined",
  isDefined: "toBeDefined",
  exists: "toBeDefined",
  isOk: "toBeTruthy",
  property: "property",
  throws: "toThrow",
  rejects: "toThrow",
};
const OPPOSITES: Readonly<Record<string, string>> = {
  notEqual: "equal",
  notStrictEqual: "strictEqual",
  notDeepEqual: "deepEqual",
  notDeepStrictEqual: "deepStrictEqual",
  doesNotMatch: "match",
  notInclude: "include",
  doesNotThrow: "throws",
  doesNotReject: "rejects",
  isNotNull: "isNull",
  isNotOk: "isOk",
  isDefined: "isUndefined",
};
/** Names that mean an assertion even without `assert.` before them. */
const ALONE =
  /^(strictEqual|deepStrictEqual|deepEqual|notStrictEqual|notDeepStrictEqual|doesNotThrow|doesNotReject)$/;

function readAssert(name: string, args: readonly Expr[], alone: boolean): readonly Claim[] | null {
  if (alone && !(ALONE.test(name) || name === "assert")) return null;
  const [first, second, third] = args;
  if (first === undefined) return null;
  if (/^(assert|ok|isOk|truthy)$/.test(name)) return readPredicate(first);
  if (name === "ifError") return readMatcher("toBeNull", [], first, false);
  const negated = Object.hasOwn(OPPOSITES, name) && name !== "isDefined";
  const positive = negated ? (OPPOSITES[name] ?? name) : name;
  const matcher = Object.hasOwn(ASSERTS, positive) ? ASSERTS[positive] : undefined;
  if (matcher === undefined) return null;
  const asynchronous = /eject/.test(name);
  if (/Throw$/.test(matcher)) {
    if (negated) return [claimOf("completes", first, [], { asynchronous })];
    const expected =
      second === undefined || (second.kind === "literal" && second.type === "string") ? [] : [second];
    return [claimOf("throws", first, expected, { asynchronous })];
  }
  const swapped = isConstant(first) && second !== undefined && !isConstant(second);
  const subject = swapped ? second : first;
  const expected = second === undefined ? [] : [swapped ? first : second];
  if (matcher === "closeTo" && third !== undefined) expected.push(third);
  return readMatcher(matcher, expected, subject, negated);
}

/** `to_have_text` as `toHaveText`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
