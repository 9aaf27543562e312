import type { LedgerPulled, LedgerPushed, LedgerStatus, SetAsideOut, TakenOut } from "#knowledge";
import type { View } from "../command.ts";
import { counted } from "../terminal/age.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { hanging } from "./labelled.ts";
import { tellTime } from "./time.ts";

/** Rows of a list that are shown; --json has all. */
const SHOWN = 20;

/** What a pull took in, and what it set aside. */
export function formatPulled({ remote, dry_run, taken }: LedgerPulled, view: View): string {
  return told([...dryLines(dry_run, view), ...takenLines(remote, taken, view)]);
}

/** What a push brought, and what it had to take in first. */
export function formatPushed(
  { remote, dry_run, pushed, taken, waiting, skipped }: LedgerPushed,
  view: View,
): string {
  if (skipped !== null) return told(wrap(sanitise(`Nothing is pushed: ${skipped}.`), view.columns));
  const events = pushed.reduce((sum, one) => sum + one.events, 0);
  const what = `${counted(events, "event")} of ${counted(pushed.length, "stream")}`;
  const done = dry_run ? `Would push ${what} to ${remote}.` : `Pushed ${what} to ${remote}.`;
  return told([
    ...dryLines(dry_run, view),
    ...taken.flatMap((one) => takenLines(remote, one, view)),
    ...wrap(sanitise(pushed.length === 0 ? `Nothing to push to ${remote}.` : done), view.columns),
    ...waitingLines(waiting, view),
  ]);
}

/** How the clone stands to the remote, what is not pushed, what was set aside. */
export function formatLedgerStatus(status: LedgerStatus, view: View): string {
  const { remote, stands, why, looked_at, unpushed, waiting, set_aside } = status;
  const events = unpushed.reduce((sum, one) => sum + one.events, 0);
  const seen = looked_at === null ? "never seen" : `last seen ${tellTime(looked_at, view.now)}`;
  const here =
    unpushed.length === 0
      ? "Nothing waits to be pushed."
      : `${counted(events, "event")} of ${counted(unpushed.length, "stream")} wait for \`assay ledger push\`:`;
  return told([
    ...wrap(sanitise(`${STANDS[stands](remote)} (${seen})`), view.columns),
    ...(why === null ? [] : wrap(sanitise(why), view.columns)),
    ...wrap(here, view.columns),
    ...rows(unpushed.map(({ stream, events: count }) => `${stream}  ${counted(count, "event")}`)),
    ...waitingLines(waiting, view),
    ...asideLines(set_aside, view),
  ]);
}

const STANDS = {
  same: (remote: string) => `All of the shared ledger at ${remote} is here.`,
  other: (remote: string) =>
    `The shared ledger at ${remote} stands elsewhere than here: \`assay ledger pull\` takes it in.`,
  none: (remote: string) => `There is no shared ledger at ${remote}: \`assay ledger push\` begins one.`,
  unreachable: (remote: string) => `The shared ledger at ${remote} cannot be seen.`,
} as const satisfies Record<LedgerStatus["stands"], (remote: string) => string>;

function takenLines(remote: string, taken: TakenOut, view: View): string[] {
  const { stands, received, streams, set_aside } = taken;
  const kept = streams.reduce((sum, one) => sum + one.kept, 0);
  const after = kept === 0 ? "" : ` ${counted(kept, "event")} of this clone come after them.`;
  const says =
    stands === "none"
      ? `There is no shared ledger at ${remote} yet.`
      : stands === "behind"
        ? `The shared ledger at ${remote} is behind this clone: \`assay ledger push\` brings it forward.`
        : received === 0
          ? `Nothing new at ${remote}.`
          : `Took in ${counted(received, "event")} of ${counted(streams.length, "stream")} from ${remote}.${after}`;
  return [...wrap(sanitise(says), view.columns), ...asideLines(set_aside, view)];
}

function asideLines(aside: readonly SetAsideOut[], { columns, style, now }: View): string[] {
  if (aside.length === 0) return [];
  const lines = aside.slice(-SHOWN).flatMap(({ stream, at, why, events }) => {
    const what = events.map(({ type }) => type).join(", ");
    return hanging("- ", sanitise(`${stream}, ${tellTime(at, now)}: ${what}; ${why}`), columns);
  });
  return [
    style.bold(`${counted(aside.length, "entry", "entries")} set aside, which no longer held:`),
    ...lines,
    ...(aside.length > SHOWN ? [`${aside.length - SHOWN} older ones: --json`] : []),
  ];
}

function waitingLines(waiting: readonly string[], { columns }: View): string[] {
  if (waiting.length === 0) return [];
  return wrap(
    `${counted(waiting.length, "run")} not pushed yet: what they teach is not done. \`assay learn\` does it.`,
    columns,
  );
}

function dryLines(isDry: boolean, { style }: View): string[] {
  return isDry ? [style.dim("Dry run: nothing is changed.")] : [];
}

function rows(all: readonly string[]): string[] {
  const shown = all.slice(0, SHOWN).map((row) => `  ${sanitise(row)}`);
  return all.length > SHOWN ? [...shown, `  ${all.length - SHOWN} more: --json`] : shown;
}

function told(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
