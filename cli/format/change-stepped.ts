import type { ChangeStepped } from "#knowledge";
import type { View } from "../command.ts";
import { counted } from "../terminal/age.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { READY_WORDS } from "./change-words.ts";
import { hanging } from "./labelled.ts";

/** What a look at the changes that wait saw, and who goes on. */
export function formatStepped(stepped: ChangeStepped, { columns, style }: View): string {
  const { looked, changed, ready, left, problems } = stepped;
  const line = (text: string) => hanging("", sanitise(text), columns);
  const item = (text: string) => hanging("  ", sanitise(text), columns);
  const nameOf = ({ repository, number }: { readonly repository: string; readonly number: number }) =>
    `${repository}#${number}`;
  const news = changed.length === 0 ? "nothing new" : `${changed.length} with something new`;
  const rows = [
    ...line(`Looked at ${counted(looked, "change")} under QA: ${news}.`),
    ...changed
      .filter(({ outcome }) => outcome !== null)
      .flatMap((one) =>
        item(`${nameOf(one)} has ended: ${one.outcome === "person" ? "a person is needed" : one.outcome}`),
      ),
    ...ready.flatMap((one) => [
      ...item(`${style.bold("READY")} ${nameOf(one)}  ${one.title}`),
      ...hanging("    ", sanitise(`${READY_WORDS[one.ready.why]} (${one.ready.head.slice(0, 12)})`), columns),
    ]),
    ...(ready.length === 0
      ? []
      : line(
          "`assay change work --ready` works on those of its repository, on a host that has it checked out.",
        )),
    ...(left === 0 ? [] : line(`${counted(left, "change")} more: looked at when their turn comes.`)),
    ...problems.flatMap((one) => line(`Not looked at: ${nameOf(one)}: ${one.problem}`)),
  ];
  return `${rows.join("\n")}\n`;
}
