import type { LogLine } from "./log-digest.ts";
import { maskText } from "./masked-text.ts";

/** A line of a stack, or a place that a runner prints beside a failure. */
const FRAME =
  /^\s*(?:at \S|File "|from \S|#\d+ |\d+: |\t?\/\S+\.go:\d|[\w.-]{1,200}_test\.go:\d|[^\s:]{1,300}\.(?:py|rb|exs?|php|dart|swift):\d)/;
/** `cart.ts:12`, `Cart.java:12)`, `cart.py", line 12`, `Cart.cs:line 12`, `cart.php(12)`. */
const PLACE = /([\w.@+-]{1,120}\.[A-Za-z]\w{0,9})(?::\d|", line \d|:line \d|\(\d)/;
/** Code of a runtime, a package or a test library. */
const FOREIGN =
  /node_modules|\bnode:|\binternal\/|(?:site|dist)-packages|\/lib\/(?:python|ruby)|\/gems\/|\/vendor\/|\/rustc\/|\.cargo\/|\/pkg\/mod\/|\/go\/src\/|<frozen |\bat (?:\w+\/\/?)?(?:java|javax|jdk|sun|kotlin|scala|groovy|junit|org\.(?:junit|testng|gradle|apache|codehaus|mockito|assertj|hamcrest|opentest4j|springframework|scalatest)|Microsoft|System|Xunit|NUnit)\b\./;
const PYTHON = /^\s*File "/;

/**
 * File name, without folder and line, of the frame of the project's own code that is nearest to the error;
 * null where the lines hold none. Python prints the nearest last, others first.
 */
export function ownFrame(lines: readonly LogLine[]): string | null {
  let nearest: string | null = null;
  for (const { text } of lines) {
    if (!FRAME.test(text) || FOREIGN.test(text)) continue;
    const file = PLACE.exec(text)?.[1];
    if (file === undefined) continue;
    nearest = maskText(file);
    if (!PYTHON.test(text)) break;
  }
  return nearest;
}
