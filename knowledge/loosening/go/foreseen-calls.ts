import { type Link, readChain } from "../chain.ts";
import type { CallExpr, Expr } from "../code.ts";
import { foreseenCall, type Times, timesOf } from "../foreseen-calls.ts";
import type { Claim } from "../test-model.ts";

/** `mock.EXPECT().Find(a).Times(1)` of gomock, and `mock.On("Find", a).Once()` of testify. */
export function foreseenInGo(call: CallExpr): readonly Claim[] | null {
  const links = readChain(call);
  const at = links.findIndex(({ name, args }) => args !== null && /^(EXPECT|On)$/.test(name));
  const opening = links[at];
  if (opening?.args == null || call.callee.kind !== "member") return null;
  const { start, end, line } = call;
  const of =
    opening.expr.kind === "call" && opening.expr.callee.kind === "member" ? opening.expr.callee.of : null;
  if (of === null) return null;
  if (opening.name === "EXPECT") {
    const asked = links[at + 1];
    if (asked?.args == null) return null;
    const method: Expr = { kind: "member", of, name: asked.name, start, end, line };
    return foreseenCall(method, asked.args, timesIn(links.slice(at + 2), timesOf(1, call)));
  }
  const [name, ...args] = opening.args;
  // Other things are told what to do on an event.
  if (name?.kind !== "literal" || !/^[A-Z]\w*$/.test(name.value)) return null;
  if (!links.slice(at + 1).some((link) => /^(Return|Run|Once|Twice|Times|Maybe|Panic)$/.test(link.name)))
    return null;
  const method: Expr = { kind: "member", of, name: name.value, start, end, line };
  return foreseenCall(method, args, timesIn(links.slice(at + 1), { kind: "any" }));
}

/** What is told last holds; `usual` where nothing is told. */
function timesIn(links: readonly Link[], usual: Times): Times {
  let times = usual;
  for (const { name, args, expr } of links) {
    const [count] = args ?? [];
    if (name === "Times" && count !== undefined) times = { kind: "exactly", count };
    if (name === "MaxTimes" && count !== undefined) times = { kind: "at-most", count };
    if (name === "Once") times = timesOf(1, expr);
    if (name === "Twice") times = timesOf(2, expr);
    if (name === "MinTimes")
      times = count?.kind === "literal" && count.value === "0" ? { kind: "any" } : { kind: "some" };
    if (name === "AnyTimes" || name === "Maybe") times = { kind: "any" };
  }
  return times;
}
