import { type Link, readChain } from "../chain.ts";
import { claimOf } from "../claims.ts";
import type { CallExpr, Expr } from "../code.ts";
import type { Claim } from "../test-model.ts";
import { readHamcrest } from "./hamcrest.ts";

/** What is asked of an answer to a request: Spring's MockMvc and WebTestClient, REST Assured. Null where nothing is. */
export function readHttp(links: readonly Link[], expr: CallExpr): readonly Claim[] | null {
  const first = links.findIndex(({ name, args }) => /^andExpect(All)?$/.test(name) && args !== null);
  if (first > 0) return readMockMvc(links.slice(first - 1));
  const exchanged = links.findIndex(({ name, args }) => name === "exchange" && args !== null);
  if (exchanged >= 0) return claimsOfParts(partsIn(links.slice(exchanged)), links[exchanged]?.expr ?? expr);
  const asserted = links.findIndex(({ name, args }) => name === "then" && args?.length === 0);
  if (asserted > 0) return readRestAssured(links.slice(asserted));
  return null;
}

/** `mvc.perform(get("/a")).andExpect(status().isOk()).andExpect(jsonPath("$.n").value(1))` */
function readMockMvc(links: readonly Link[]): readonly Claim[] | null {
  const [performed, ...rest] = links;
  const asked = rest
    .filter(({ name }) => /^(andExpect|andExpectAll)$/.test(name))
    .flatMap(({ args }) => args ?? []);
  if (performed === undefined || asked.length === 0) return null;
  return asked.flatMap((matcher) => claimsOfParts(readChain(matcher), performed.expr));
}

/** `.exchange().expectStatus().isOk().expectBody().jsonPath("$.n").isEqualTo(1)`: what is asked, and how. */
function partsIn(links: readonly Link[]): readonly Link[] {
  return links
    .slice(1)
    .map((link) => ({
      ...link,
      name: link.name.replace(/^expect([A-Z])/, (_, letter: string) => letter.toLowerCase()),
    }))
    .filter(({ name }) => !/^(body|bodyList|returnResult|consumeWith)$/.test(name));
}

/** What a part of the answer is like: `status().isOk()`, with the part first and what is asked of it after. */
function claimsOfParts(links: readonly Link[], answer: Expr): readonly Claim[] {
  const claims: Claim[] = [];
  let subject: Expr = answer;
  let part = "";
  for (const { name, args, expr } of links) {
    if (PARTS.test(name)) {
      part = name;
      subject = partOf(answer, name, args ?? [], expr);
    } else claims.push(...readAsked(name, args ?? [], subject, part, expr));
    // `jsonPath("$.n", is(1))`
    const matcher = PARTS.test(name) ? args?.at(-1) : undefined;
    if (matcher?.kind === "call" && (args?.length ?? 0) > 1)
      claims.push(...readHamcrest(matcher, subject, false));
    if (/^(redirectedUrl|redirectedUrlPattern|forwardedUrl)$/.test(name))
      claims.push(
        claimOf(
          /Pattern/.test(name) ? "pattern" : "equal",
          answerMember(answer, name.replace("Pattern", "")),
          args ?? [],
        ),
      );
  }
  return claims;
}

const PARTS = /^(status|jsonPath|content|header|cookie|xpath|view|model|flash|request|handler)$/;

function answerMember(of: Expr, name: string): Expr {
  const { start, end, line } = of;
  return { kind: "member", of, name, start, end, line };
}

function partOf(answer: Expr, name: string, args: readonly Expr[], { start, end, line }: Expr): Expr {
  const given = args.filter((arg, index) => index === 0 || arg.kind !== "call");
  const callee = answerMember(answer, name);
  return { kind: "call", callee, args: given, makes: false, start, end, line };
}

const STATUSES: Readonly<Record<string, number>> = {
  isOk: 200,
  isCreated: 201,
  isAccepted: 202,
  isNoContent: 204,
  isFound: 302,
  isBadRequest: 400,
  isUnauthorized: 401,
  isForbidden: 403,
  isNotFound: 404,
  isMethodNotAllowed: 405,
  isConflict: 409,
  isUnprocessableEntity: 422,
  isTooManyRequests: 429,
  isInternalServerError: 500,
};

function readAsked(
  name: string,
  args: readonly Expr[],
  subject: Expr,
  part: string,
  { start, end, line }: Expr,
): readonly Claim[] {
  const literal = (type: "number" | "type", value: string): Expr => ({
    kind: "literal",
    type,
    value,
    start,
    end,
    line,
  });
  const [first, second] = args;
  const code = Object.hasOwn(STATUSES, name) ? STATUSES[name] : undefined;
  if (part === "status" && code !== undefined)
    return [claimOf("equal", subject, [literal("number", String(code))])];
  if (part === "status" && /^is\dxx\w*$/.test(name))
    return [claimOf("either", subject, [literal("number", name.slice(2, 3))])];
  if (/^(exists|doesNotExist|doesNotHaveJsonPath|hasJsonPath)$/.test(name))
    return [claimOf("present", subject, [], { negated: /^doesNot/.test(name) })];
  if (name === "isEmpty") return [claimOf("length", subject, [literal("number", "0")])];
  if (/^is(Array|Map|Number|Boolean|String)$/.test(name))
    return [claimOf("type", subject, [literal("type", name)])];
  if (name === "json" && second === undefined) return [claimOf("subset", subject, args)];
  const keyed = part === "header" || part === "cookie" || part === "model" || part === "flash";
  const value = keyed && second !== undefined ? second : first;
  const whole: Expr =
    keyed && first !== undefined && second !== undefined
      ? { kind: "index", of: subject, at: first, start, end, line }
      : subject;
  if (
    /^(value|string|is|isEqualTo|attribute|name|contentType|valueEquals|json)$/.test(name) &&
    value !== undefined
  )
    return isHamcrest(value) ? readHamcrest(value, whole, false) : [claimOf("equal", whole, [value])];
  return [claimOf(`custom:${name}`, subject, args)];
}

/** `.then().statusCode(200).body("name", equalTo("a"))` */
function readRestAssured(links: readonly Link[]): readonly Claim[] | null {
  const [then, ...rest] = links;
  if (then === undefined) return null;
  const claims: Claim[] = [];
  for (const { name, args, expr } of rest) {
    if (!/^(statusCode|body|contentType|header|cookie|time)$/.test(name) || args === null) continue;
    const matcher = args.at(-1);
    if (matcher === undefined) continue;
    const subject = partOf(then.expr, name, args.slice(0, -1), expr);
    claims.push(...readHamcrest(matcher, subject, false));
  }
  return claims.length === 0 ? null : claims;
}

function isHamcrest(expr: Expr): boolean {
  return (
    expr.kind === "call" &&
    expr.callee.kind === "name" &&
    /^(is|not|equalTo|has[A-Z]\w*|contains\w*|startsWith|endsWith|matchesPattern|\w*Than\w*|anyOf|allOf|\w*[vV]alue|anything|empty|instanceOf|closeTo)$/.test(
      expr.callee.name,
    )
  );
}
