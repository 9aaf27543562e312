import { type Part, partsWidth, spread } from "../cells.ts";
import { needYouWords } from "../screens/home.ts";
import { screenOf } from "../screens/index.ts";
import type { State } from "../state.ts";
import type { Paint } from "../theme.ts";

/** Columns between the two ends. */
const GAP = 2;

/** The first row: which screen, where the work happens, what is spent, and how much waits for a person. */
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
  const { left: money } = state.budget;
  const spent: Part[] =
    money === null
      ? []
      : [
          ["quiet", " · "],
          [money.isSpent ? "warn" : "quiet", `budget ${money.text}`],
        ];
  // A sum that is cut is another sum: it stands there whole or not at all.
  const fits = partsWidth([...left, ...spent, ...right]) + GAP <= width;
  return spread(fits ? [...left, ...spent] : left, right, width, paint);
}
