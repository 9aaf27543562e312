import { svgFrame, svgText } from "./svg-frame.ts";

export interface Bar {
  readonly name: string;
  /** Not below zero. */
  readonly value: number;
  /** The value in words. */
  readonly told: string;
}

const WIDTH = 720;
const NAMES = 330;
const BARS = 280;
const ROW = 22;

/** Bars, one a row, in the order given; the longest fills the room there is. Pure. */
export function barsSvg(title: string, bars: readonly Bar[]): string {
  const most = Math.max(...bars.map(({ value }) => value), 1e-9);
  const shapes = bars.flatMap(({ name, value, told }, row) => {
    const y = row * ROW + 6;
    const width = Math.max(1, Math.round((value / most) * BARS));
    return [
      `<text x="${NAMES - 8}" y="${y + 11}" text-anchor="end">${svgText(name, 48)}</text>`,
      `<rect class="bar" x="${NAMES}" y="${y}" width="${width}" height="${ROW - 8}" rx="2"/>`,
      `<text class="faint" x="${NAMES + width + 6}" y="${y + 11}">${svgText(told, 20)}</text>`,
    ];
  });
  return svgFrame({ width: WIDTH, height: bars.length * ROW + 8, title }, shapes);
}
