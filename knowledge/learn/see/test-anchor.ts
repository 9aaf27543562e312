import type { TestCase } from "../../evidence/test-case.ts";
import { fitAnchor } from "./fit-anchor.ts";
import { testTitle } from "./test-title.ts";

/**
 * The normalised anchor of a test, `test:<suite>/<name>`, with every suite around it. The same for the same test
 * of two runs, whatever characters its names are made of; a long one is cut and ends in a hash.
 */
export function testAnchor(test: Pick<TestCase, "suites" | "className" | "name" | "file">): string {
  // A title is never blank, so there always is an anchor.
  return fitAnchor("test", testTitle(test)) as string;
}
