import type { Diagnosis } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Style } from "../terminal/style.ts";
import { wrap } from "../terminal/wrap.ts";

type State = Diagnosis["checks"][number]["state"];

const COLOUR = { ok: "green", warn: "yellow", fail: "red" } as const satisfies Record<State, keyof Style>;
const STATE_WIDTH = 4;
const ID_WIDTH = 10;
const INDENT = STATE_WIDTH + ID_WIDTH + 4;

/** A line or more a check (state as a word, what was found, what mends it) and a last line that counts. */
export function formatDiagnosis({ assay, checks }: Diagnosis, { columns, style }: View): string {
  const lines = [`assay ${sanitise(assay)}`, ""];
  for (const { id, state, found, mend } of checks) {
    const mark = style[COLOUR[state]](state.padEnd(STATE_WIDTH));
    const texts = [...wrap(sanitise(found), columns - INDENT)];
    if (mend !== null) texts.push(...wrap(`try: ${sanitise(mend)}`, columns - INDENT));
    texts.forEach((text, at) => {
      lines.push(at === 0 ? `${mark}  ${id.padEnd(ID_WIDTH)}  ${text}` : " ".repeat(INDENT) + text);
    });
  }
  const count = (state: State) => checks.filter((check) => check.state === state).length;
  lines.push("", `${count("ok")} ok, ${count("warn")} to look at, ${count("fail")} failed`);
  return `${lines.join("\n")}\n`;
}
