import { type Part, spread } from "../cells.ts";
import { needYouWords } from "../screens/home.ts";
import { screenOf } from "../screens/index.ts";
import type { State } from "../state.ts";
import type { Paint } from "../theme.ts";

/** The first row: which screen, where the work happens, and how much waits for a person. */
export function statusLine(state: State, width: number, paint: Paint): string {
  const { place, surroundings, needYou, busy, ticks } = state;
  const where =
    surroundings === null
      ? []
      : [surroundings.repository ?? "no repository", surroundings.branch, surroundings.mode].filter(
          (word) => word !== null,
        );
  const left: Part[] = [
    " ",
    ["strong", "assay"],
    "  ",
    ["strong", screenOf(place.screen).title],
    ["quiet", where.length === 0 ? "" : `  ${where.join(" · ")}`],
  ];
  const right: Part[] =
    busy !== null
      ? [["warn", `${busy}${ticks === 0 ? "" : ` ${ticks} s`} `]]
      : needYou === null
        ? []
        : [[needYou === 0 ? "quiet" : "warn", `${needYouWords(needYou)} `]];
  return spread(left, right, width, paint);
}
