import { readChain } from "./chain.ts";
import type { Expr } from "./code.ts";
import { numberOf } from "./duration.ts";
import { render, renderAll } from "./render.ts";

/** Words that make fewer values of what is drawn. */
const NARROWS =
  /^(filter|such_?that|unique\w*|exclud\w*|distinct|ignoreException|Filter|numbers|alpha|numeric|ascii|NotEmpty|NotBlank|Positive|Negative|\w*Range|\w*Chars|\w*Size|\w*Length|Min|Max|Scale|UniqueElements)$/;
const LOWER = /^(min|from|start|lower|gte?$|greater|at_?least|ofMin)/i;
const UPPER = /^(max|to$|end|stop|upper|lte?$|less|at_?most|ofMax)/i;

/** Whether what a property is tried on is a part, or may be a part, of what it was tried on before. */
export function drawsLess(
  before: readonly Expr[],
  after: readonly Expr[],
  preconditionGone: boolean,
): boolean {
  // What a precondition threw away need not be made in the first place, within the same bounds.
  if (preconditionGone && after.length >= before.length && sameBounds(before, after)) return false;
  if (before.length > 0 && after.length === 0) return before.some((draw) => !NARROWS.test(headOf(draw)));
  const free = [...after];
  const left = before.filter((was) => {
    const same = free.findIndex((is) => render(is) === render(was));
    if (same >= 0) free.splice(same, 1);
    return same < 0;
  });
  for (const was of left) {
    const at = free.findIndex((is) => headOf(is) === headOf(was));
    const is = free[at];
    if (is === undefined) {
      // A bound that is gone lets more values in; a source that is gone is another test.
      if (NARROWS.test(headOf(was))) continue;
      return true;
    }
    free.splice(at, 1);
    if (!holdsAll(is, was)) return true;
  }
  return free.some((is) => NARROWS.test(headOf(is)));
}

function sameBounds(before: readonly Expr[], after: readonly Expr[]): boolean {
  const words = (exprs: readonly Expr[]) => renderAll(exprs).match(/[\w.]+/g) ?? [];
  const numbers = (exprs: readonly Expr[]) =>
    [...new Set(words(exprs).filter((word) => /^\d/.test(word)))].sort();
  const narrowing = (exprs: readonly Expr[]) =>
    words(exprs).filter((word) => NARROWS.test(word.replace(/^.*\./, ""))).length;
  return numbers(before).join() === numbers(after).join() && narrowing(after) <= narrowing(before);
}

function headOf(draw: Expr): string {
  const value = draw.kind === "named" ? draw.value : draw;
  return readChain(value)
    .map(({ name }) => name)
    .filter((name) => !NARROWS.test(name) || value.kind !== "call" || readChain(value).length === 1)
    .join(".");
}

/** Whether `is` gives every value that `was` gives, as far as the text tells. */
function holdsAll(is: Expr, was: Expr): boolean {
  if (render(is) === render(was)) return true;
  if (is.kind === "named" && was.kind === "named") return holdsAll(is.value, was.value);
  if (is.kind === "list" && was.kind === "list") {
    const values = is.items.map(render);
    return was.items.every((item) => values.includes(render(item)));
  }
  if (is.kind === "map" && was.kind === "map") return argumentsHold("", is.items, was.items);
  if (is.kind !== "call" || was.kind !== "call") return false;
  const narrows = ({ name }: { readonly name: string }) => NARROWS.test(name);
  const [now, then] = [readChain(is), readChain(was)];
  if (then.length > 1 && now.filter(narrows).some((link) => !then.some((other) => sameLink(link, other))))
    return false;
  const [left, right] = [now, then].map((links) =>
    links.length > 1 ? links.filter((link) => !narrows(link)) : links,
  );
  if (left === undefined || right === undefined || left.length !== right.length) return false;
  return left.every((link, index) => {
    const other = right[index];
    return (
      other !== undefined &&
      link.name === other.name &&
      argumentsHold(link.name, link.args ?? [], other.args ?? [])
    );
  });
}

function sameLink(
  one: { readonly name: string; readonly args: readonly Expr[] | null },
  other: { readonly name: string; readonly args: readonly Expr[] | null },
): boolean {
  const text = ({ name, args }: typeof one) => `${name}(${(args ?? []).map(render).join(", ")})`;
  return text(one) === text(other);
}

function argumentsHold(callee: string, is: readonly Expr[], was: readonly Expr[]): boolean {
  const [now, then] = [namedOf(is), namedOf(was)];
  const excludes = [...now.values(), ...then.values()].some((value) => /EXCLUDE/.test(render(value)));
  for (const [name, value] of now) {
    const old = then.get(name);
    if (old === undefined) return false;
    if (LOWER.test(name)) {
      if (!atMost(value, old)) return false;
    } else if (UPPER.test(name)) {
      if (!atMost(old, value)) return false;
    } else if (excludes ? !holdsAll(old, value) : !holdsAll(value, old)) return false;
  }
  // A bound or an exception that is no longer told; of anything else the meaning is not known.
  for (const name of then.keys())
    if (!now.has(name) && !LOWER.test(name) && !UPPER.test(name) && !/^(names|mode|exclude)/.test(name))
      return false;
  const [left, right] = [is, was].map((args) =>
    args.flatMap((arg) => (arg.kind !== "named" ? [arg] : arg.name === "value" ? [arg.value] : [])),
  );
  if (left === undefined || right === undefined) return false;
  if (left.length !== right.length)
    return left.length > right.length && /^(oneOf|one_of|sampled_from|OneOf|of)$/.test(callee);
  const numbers = left.map((arg, index) => [numberOf(arg), numberOf(right[index])] as const);
  if (left.length === 2 && numbers.every(([now_, then_]) => now_ !== null && then_ !== null))
    return atMost(left[0], right[0]) && atMost(right[1], left[1]);
  return left.every((arg, index) => {
    const old = right[index];
    if (old === undefined) return false;
    if (numberOf(arg) !== null && numberOf(old) !== null && left.length === 1) {
      if (LOWER.test(callee)) return atMost(arg, old);
      if (UPPER.test(callee) || /^(nat|integer)$/.test(callee)) return atMost(old, arg);
    }
    return holdsAll(arg, old);
  });
}

function namedOf(args: readonly Expr[]): Map<string, Expr> {
  return new Map(
    args.flatMap((arg) =>
      arg.kind === "named" && arg.name !== "value" ? [[arg.name, arg.value] as const] : [],
    ),
  );
}

function atMost(one: Expr | undefined, other: Expr | undefined): boolean {
  const [left, right] = [numberOf(one), numberOf(other)];
  if (left === null || right === null)
    return one !== undefined && other !== undefined && render(one) === render(other);
  return left <= right;
}
