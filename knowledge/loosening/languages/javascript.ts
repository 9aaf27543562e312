import { readChain } from "../chain.ts";
import type { CallExpr } from "../code.ts";
import { isKnownMatcher } from "../expect-matchers.ts";
import { claimAloneInJavascript, claimInJavascript } from "../javascript/assertions.ts";
import { declareInJavascript, markInJavascript } from "../javascript/declarations.ts";
import { foreseenInJavascript } from "../javascript/foreseen-calls.ts";
import { lowerJavascript } from "../javascript/lower-javascript.ts";
import { lastName } from "../last-name.ts";
import type { TestLanguage } from "../test-language.ts";

/** JavaScript and TypeScript: vitest, jest, mocha with chai, node:test, Playwright, Testing Library, Cypress. */
export const javascript: TestLanguage = {
  name: "javascript",
  grammarOf(path) {
    if (/\.[cm]?ts$/.test(path)) return "typescript";
    if (/\.tsx$/.test(path)) return "tsx";
    return /\.([cm]?js|jsx)$/.test(path) ? "javascript" : null;
  },
  lower: lowerJavascript,
  asksTests: false,
  strictBooleans: false,
  lastNameWins: false,
  fileMarks: () => [],
  declare: declareInJavascript,
  claim: claimInJavascript,
  foresees: foreseenInJavascript,
  claimAlone: claimAloneInJavascript,
  enter: () => null,
  fails(call) {
    const links = readChain(call);
    const last = links.at(-1);
    if (last?.name === "fail")
      return links.length === 1 || /^(assert|expect|done|chai)$/.test(links[0]?.name ?? "");
    return false;
  },
  mark: markInJavascript,
  runs: runsCallback,
  decides: () => false,
  begins: () => false,
  joinsAll: false,
  joins: () => false,
  forgets: (call) => lastName(call.callee) === "allSettled",
  draws: (call) =>
    /^(property|asyncProperty|prop)$/.test(lastName(call.callee))
      ? call.args.filter(({ kind }) => kind !== "function")
      : [],
  replaces: replacedBy,
};

/** Callees that keep what they are given for later, or call it only if something happens. */
const LATER =
  /^(setTimeout|setInterval|setImmediate|nextTick|queueMicrotask|on|once|addEventListener|addListener|then|catch|finally|subscribe|requestAnimationFrame)$/;
const AT_ONCE =
  /^(forEach|map|filter|every|some|flatMap|reduce|each|find|waitFor|waitForElementToBeRemoved|act|step|run|within|should|and|poll|all|allSettled|test|it|describe|group|withContext|batch|property|asyncProperty|beforeEach|afterEach|expect|toPass|lazy|tap|Promise|fn|mock|spawn|use|useCallback|renderHook|mockImplementation|route|intercept)$/;

function runsCallback(call: CallExpr, awaited: boolean): boolean {
  const name = lastName(call.callee);
  const chain = readChain(call);
  if (chain[0]?.name === "cy") return true;
  if (LATER.test(name)) return awaited && /^(then|finally)$/.test(name);
  return awaited || AT_ONCE.test(name);
}

function replacedBy(call: CallExpr): string | null {
  const links = readChain(call);
  const [head] = links;
  const last = links.at(-1);
  if (last?.args == null) return null;
  const [first, second] = last.args;
  // A matcher of one's own under the name of a known one.
  if (head?.name === "expect" && last.name === "extend" && first?.kind === "map")
    return first.items.some((item) => item.kind === "named" && isKnownMatcher(item.name)) ? "expect" : null;
  if (/^(vi|jest)$/.test(head?.name ?? "") && /^(mock|doMock|unstable_mockModule)$/.test(last.name))
    return first?.kind === "literal" ? first.value : null;
  if (/^(module)$/.test(last.name) && links.some(({ name }) => name === "mock"))
    return first?.kind === "literal" ? first.value : null;
  if (
    /^(stub|replace|fake)$/.test(last.name) ||
    (last.name === "method" && links.some(({ name }) => name === "mock"))
  )
    return second?.kind === "literal" ? second.value : null;
  if (
    !/^(mockReturnValue|mockReturnValueOnce|mockResolvedValue|mockResolvedValueOnce|mockRejectedValue|mockImplementation|mockImplementationOnce|returns|resolves)$/.test(
      last.name,
    )
  )
    return null;
  const spied = links.find(({ name }) => /^(spyOn|stub|mocked)$/.test(name));
  if (spied?.args == null) return lastName(links.at(-2)?.expr ?? last.expr) || null;
  const [object, member] = spied.args;
  if (member?.kind === "literal") return member.value;
  return object === undefined ? null : lastName(object);
}
