import type { TestCase } from "../../evidence/test-case.ts";
import { plainLine } from "../../text/plain-line.ts";
import { shorten } from "./fit-anchor.ts";

/** Characters of a title: it stands inside of anchors and claims beside other words. */
const ROOM = 200;

/**
 * What a test is called among all tests: its suites, outermost first, its class where no suite is called so, its
 * name, joined by `/`. A test without suite and class has its file before it. Never blank; long ones end in a hash.
 */
export function testTitle({
  suites,
  className = "",
  name,
  file = "",
}: Pick<TestCase, "suites" | "className" | "name" | "file">): string {
  const plain = plainLine(name);
  const around = suites
    .map(plainLine)
    .filter((suite, index, all) => suite !== "" && suite !== all[index - 1]);
  const owner = plainLine(className);
  if (owner !== "" && owner !== plain && !around.includes(owner)) around.push(owner);
  if (around.length === 0 && file !== "") around.push(plainLine(file.replaceAll("\\", "/")));
  return shorten(
    [...around, plain === "" ? "test without a name" : plain].filter((part) => part !== "").join("/"),
    ROOM,
  );
}
