import { readChain } from "../chain.ts";
import { lastName } from "../last-name.ts";
import { claimInPython, enterInPython } from "../python/assertions.ts";
import { declareInPython, markInPython, marksIn } from "../python/declarations.ts";
import { lowerPython } from "../python/lower-python.ts";
import { render } from "../render.ts";
import type { TestLanguage } from "../test-language.ts";

/** Python: pytest and unittest. */
export const python: TestLanguage = {
  name: "python",
  grammarOf: (path) => (/\.pyi?$/.test(path) ? "python" : null),
  lower: lowerPython,
  asksTests: false,
  strictBooleans: false,
  lastNameWins: true,
  fileMarks: (_, program) =>
    program.flatMap((stmt) =>
      stmt.kind === "bind" && render(stmt.target) === "pytestmark" ? marksIn(stmt.value) : [],
    ),
  declare: declareInPython,
  claim: claimInPython,
  foresees: () => null,
  claimAlone: () => null,
  enter: enterInPython,
  fails(call) {
    const links = readChain(call);
    return links.at(-1)?.name === "fail" && /^(pytest|self)$/.test(links[0]?.name ?? "");
  },
  mark: markInPython,
  runs: () => true,
  decides: (name, body) =>
    /^pytest_(collection|ignore_collect|runtest|pyfunc|pycollect|sessionfinish|itemcollected|report_teststatus)/.test(
      name,
    ) &&
    /items\[|items\.(remove|clear|pop)|deselected|outcome|exitstatus|force_result|excinfo|return true/.test(
      body,
    ),
  begins: () => false,
  joinsAll: false,
  joins: () => false,
  forgets: ({ callee, args }) =>
    lastName(callee) === "gather" &&
    args.some(
      (arg) => arg.kind === "named" && arg.name === "return_exceptions" && render(arg.value) === "true",
    ),
  draws: ({ callee, args }) =>
    lastName(callee) === "given" ? args : lastName(callee) === "draw" ? args.slice(0, 1) : [],
  replaces(call) {
    const name = lastName(call.callee);
    const strings = call.args.filter((arg) => arg.kind === "literal" && arg.type === "string");
    const [first, second] = call.args;
    const owner = call.callee.kind === "member" ? lastName(call.callee.of) : "";
    if (name === "setattr" || name === "object" || name === "setitem") {
      const named = second?.kind === "literal" ? second : strings[0];
      return named?.kind === "literal" ? named.value.replace(/^.*\./, "") : null;
    }
    if (name !== "patch" || !(first?.kind === "literal")) return null;
    return /^(mock|mocker|unittest)?$/.test(owner) ? first.value.replace(/^.*\./, "") : null;
  },
};
