import type { RequestList } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";
import { REQUEST_LEFT } from "./request-words.ts";
import { tellTime } from "./time.ts";

/** The proposal requests, two lines each. */
export function formatRequests({ requests }: RequestList, { columns, style, now }: View): string {
  if (requests.length === 0)
    return "No request is known here. `assay proposal request open` opens one for the proposals of this clone.\n";
  const rows = requests.flatMap(({ repository, kind, state, number, title, items, wanted, left, at }) => {
    const name = number === null ? repository : `${repository}#${number}`;
    const waiting = Math.max(0, wanted - items);
    const facts = [
      state === "none" ? "not opened" : state,
      ...(items === 0 ? [] : [`${items} proposed`]),
      ...(waiting === 0 ? [] : [`${waiting} not in it`]),
      ...(left === null ? [] : [REQUEST_LEFT[left] ?? left]),
      tellTime(at, now),
    ];
    return [
      clip(`${style.bold(sanitise(name))}  ${sanitise(title ?? kind)}`, columns),
      `  ${clip(sanitise([kind, ...facts].join(" · ")), columns - 2)}`,
    ];
  });
  return `${rows.join("\n")}\n`;
}
