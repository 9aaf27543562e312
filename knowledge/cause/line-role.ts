/** What a line is besides what its words say. */
export type LineRole =
  /** A command that is shown, not what it printed. */
  | "command"
  /** A test that passed, whatever its name says. */
  | "passed-test"
  /** A check that says what it wanted and what it got: an error named there is a value, not the trouble. */
  | "assertion"
  | "told";

/** A shell's trace or prompt, as the CIs show it, or a call of `echo`. */
const COMMAND =
  /^\s{0,8}(?:\+{1,4} (?!b\/)(?=[a-z./"'[])|\$ |\[command\]|\[[^\]\s]{1,60}\] \$ |PS [A-Z]:|(?:.{0,120}(?:\|\||&&|;|\bthen) {0,4}\{? {0,4})?echo (?:-e )?["'])/;
const PASSED_TEST =
  /^\s{0,12}(?:[✓✔√☑] |ok \d{1,9}\b|PASS(?:ED)?\b|--- PASS:|\[ {7}OK \]|TEST-PASS\b)|\.\.\. ok$|\bPASSED(?:\s{1,20}\[ {0,3}\d{1,3}%\])?$/;
const ASSERTION =
  /\bAssert\w{0,20}(?:Error|Exception)\b|\bComparisonFailure\b|^\s{0,12}(?:[-+E>] {1,8})?(?:(?:Expected|Received|Actual|Got|Want)(?: \w{1,20}){0,2}: |assert )|\bexpected\b.{1,300}\b(?:to (?:be|deep|equal|eql|have|contain|include|match|not|throw|exist|strictly|start|end)|but (?:was|got|received))\b|^\s{1,12}\w{1,80}_test\.go:\d{1,6}: /i;

/** Linear in the length of the line. */
export function lineRole(text: string): LineRole {
  if (COMMAND.test(text)) return "command";
  if (PASSED_TEST.test(text)) return "passed-test";
  return ASSERTION.test(text) ? "assertion" : "told";
}
