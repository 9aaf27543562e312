import { readChain } from "../chain.ts";
import type { CallExpr, Expr } from "../code.ts";
import { foreseenCall, type Times, timesOf } from "../foreseen-calls.ts";
import type { Claim } from "../test-model.ts";

/** `sinon.mock(mailer).expects("send").once().withExactArgs("a")`: what `verify()` asks for in the end. */
export function foreseenInJavascript(call: CallExpr): readonly Claim[] | null {
  const links = readChain(call);
  const at = links.findIndex(({ name, args }) => name === "expects" && args !== null);
  const opening = links[at];
  const [name] = opening?.args ?? [];
  if (opening?.expr.kind !== "call" || opening.expr.callee.kind !== "member") return null;
  if (name?.kind !== "literal" || name.type !== "string") return null;
  const { start, end, line } = call;
  const method: Expr = { kind: "member", of: opening.expr.callee.of, name: name.value, start, end, line };
  let times: Times = timesOf(1, call);
  let args: readonly Expr[] = [];
  for (const link of links.slice(at + 1)) {
    const [count] = link.args ?? [];
    if (/^(withArgs|withExactArgs)$/.test(link.name)) args = link.args ?? [];
    if (link.name === "never") times = timesOf(0, call);
    if (link.name === "once") times = timesOf(1, call);
    if (link.name === "twice") times = timesOf(2, call);
    if (link.name === "thrice") times = timesOf(3, call);
    if (link.name === "exactly" && count !== undefined) times = { kind: "exactly", count };
    if (link.name === "atMost" && count !== undefined) times = { kind: "at-most", count };
    if (link.name === "atLeast")
      times = count?.kind === "literal" && count.value === "0" ? { kind: "any" } : { kind: "some" };
  }
  return foreseenCall(method, args, times);
}
