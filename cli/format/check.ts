import type { RecordCheck } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { formatProblem } from "./problem.ts";

const HASH_SHOWN = 12;

/** Every problem, then what was checked and against what; without a base it says that changes were not judged. */
export function formatCheck({ result, checked, base, problems }: RecordCheck, view: View): string {
  const { columns, style } = view;
  const rows = problems.flatMap((problem) => [...formatProblem(problem, view), ""]);
  const verdict = result === "ok" ? "ok" : count(problems.length, "problem");
  const mark = result === "ok" ? style.green(verdict) : style.red(verdict);
  const against =
    base === null
      ? "no base: what a change did was not judged"
      : `against ${base.reference} (${base.commit.slice(0, HASH_SHOWN)}, ${count(base.files, "file")})`;
  const [first = "", ...more] = wrap(
    sanitise(`${count(checked, "file")}, ${against}`),
    columns - verdict.length - 2,
  );
  return `${[...rows, `${mark}  ${first}`, ...more].join("\n")}\n`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
