import { readChain } from "../chain.ts";
import { claimInJava } from "../java/assertions.ts";
import { declareInJava, drawsInJava, markInJava } from "../java/declarations.ts";
import { lowerJava } from "../java/lower-java.ts";
import { lastName } from "../last-name.ts";
import type { TestLanguage } from "../test-language.ts";

/** Java: JUnit 4 and 5, TestNG, AssertJ, Hamcrest, Mockito. */
export const java: TestLanguage = {
  name: "java",
  grammarOf: (path) => (/\.java$/.test(path) ? "java" : null),
  lower: lowerJava,
  asksTests: true,
  strictBooleans: true,
  lastNameWins: false,
  fileMarks: () => [],
  declare: declareInJava,
  claim: claimInJava,
  foresees: () => null,
  claimAlone: () => null,
  enter: () => null,
  fails(call) {
    const links = readChain(call);
    // AssertJ's own way to fail, in an assertion of the project's.
    if (/^(failWithMessage|failWithActualExpectedAndMessage|failure)$/.test(links.at(-1)?.name ?? ""))
      return true;
    return (
      links.at(-1)?.name === "fail" &&
      (links.length === 1 || /^(Assert|Assertions)$/.test(links[0]?.name ?? ""))
    );
  },
  mark: markInJava,
  runs: (call) =>
    !/^(submit|execute|schedule|runAsync|supplyAsync|addListener|thenAccept|thenRun|whenComplete|addShutdownHook|Thread)$/.test(
      lastName(call.callee),
    ),
  decides: () => false,
  begins: (call) =>
    /^(submit|schedule|runAsync|supplyAsync|thenAccept|thenRun|whenComplete)$/.test(lastName(call.callee)),
  joinsAll: false,
  joins: ({ callee, args }) =>
    (/^(get|join)$/.test(lastName(callee)) && args.length === 0) ||
    (lastName(callee) === "get" && args.length === 2),
  forgets: () => false,
  draws: drawsInJava,
  replaces(call) {
    const name = lastName(call.callee);
    const links = readChain(call);
    if (name === "mockStatic") return call.args[0]?.kind === "literal" ? call.args[0].value : null;
    if (/^(thenReturn|thenAnswer|thenThrow|willReturn)$/.test(name)) {
      const when = links.find((link) => /^(when|given)$/.test(link.name));
      const stubbed = when?.args?.[0];
      return stubbed?.kind === "call" ? lastName(stubbed.callee) : null;
    }
    const doing = links.findIndex((link) => /^do(Return|Answer|Nothing|Throw)$/.test(link.name));
    return doing >= 0 && links.length > doing + 2 ? (links.at(-1)?.name ?? null) : null;
  },
};
