import type { RequestReceipt } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";

const MARKS = { added: "+", modified: "~", removed: "-", renamed: ">" } as const;
const MOST_NAMED = 40;

const SAID = {
  merge: { done: "merged", planned: "would merge", unchanged: "unchanged" },
  close: { done: "closed", planned: "would close", unchanged: "unchanged" },
} as const;

/** What merging or closing a request did, or would do, with the files that it is about. */
export function formatRequestReceipt(receipt: RequestReceipt, { columns, style }: View): string {
  const { result, act, by, repository, number, title, url, into, head, commit, files, refusal } = receipt;
  const rows = [
    `${style.bold(sanitise(`${repository}#${number}`))}  ${sanitise(title)}`,
    sanitise(url),
    "",
    ...files.slice(0, MOST_NAMED).map(({ path, change }) => `${MARKS[change]} ${sanitise(path)}`),
    ...(files.length > MOST_NAMED ? [`and ${files.length - MOST_NAMED} more`] : []),
    "",
  ];
  if (result === "refused") {
    const said = [refusal?.why ?? "it is not done", `try: ${refusal?.recover ?? "look at it again"}`];
    return `${[...rows, ...said.flatMap((text) => wrap(sanitise(text), columns)), `${style.red("refused")}  nothing was changed`].join("\n")}\n`;
  }
  const word = SAID[act][result];
  const mark = result === "done" ? style.green(word) : style.yellow(word);
  const effect =
    act === "merge"
      ? `${(commit ?? head).slice(0, 12)} into ${sanitise(into)}`
      : "none of it is proposed again until its evidence is another";
  return `${[...rows, `${mark}  ${effect}, by ${sanitise(by)}`].join("\n")}\n`;
}
