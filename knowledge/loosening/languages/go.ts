import { claimInGo } from "../go/assertions.ts";
import { buildMarks, declareInGo, failsInGo, markInGo } from "../go/declarations.ts";
import { foreseenInGo } from "../go/foreseen-calls.ts";
import { lowerGo } from "../go/lower-go.ts";
import { lastName } from "../last-name.ts";
import type { TestLanguage } from "../test-language.ts";

/** Go: testing, testify, gomega. */
export const go: TestLanguage = {
  name: "go",
  grammarOf: (path) => (/\.go$/.test(path) ? "go" : null),
  lower: lowerGo,
  asksTests: false,
  strictBooleans: true,
  lastNameWins: false,
  fileMarks: (text) => buildMarks(text),
  declare: declareInGo,
  claim: claimInGo,
  foresees: foreseenInGo,
  claimAlone: () => null,
  enter: () => null,
  fails: failsInGo,
  mark: markInGo,
  runs: (call) => !/^(go|AfterFunc)$/.test(lastName(call.callee)),
  decides: () => false,
  begins: (call) => lastName(call.callee) === "go",
  joinsAll: true,
  joins: (call) => lastName(call.callee) === "Wait",
  forgets: () => false,
  draws: ({ callee }) => (callee.kind === "member" && callee.name === "Draw" ? [callee.of] : []),
  replaces: () => null,
};
