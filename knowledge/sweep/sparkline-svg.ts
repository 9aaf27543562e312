import { svgFrame, svgText } from "./svg-frame.ts";

export interface SparkPoint {
  readonly week: string;
  /** Not below zero. */
  readonly value: number;
  /** The value in words. */
  readonly told: string;
}

const WIDTH = 480;
const HEIGHT = 96;
const [LEFT, RIGHT, TOP, BOTTOM] = [12, 12, 24, 72];

/** A line through values by week, from zero up, its first and last point told. Pure. */
export function sparklineSvg(title: string, points: readonly SparkPoint[]): string {
  const most = Math.max(...points.map(({ value }) => value), 1e-9);
  const at = (index: number, value: number) => {
    const x = LEFT + ((WIDTH - LEFT - RIGHT) * index) / Math.max(1, points.length - 1);
    return [
      Math.round(x * 10) / 10,
      Math.round((BOTTOM - ((BOTTOM - TOP) * value) / most) * 10) / 10,
    ] as const;
  };
  const places = points.map(({ value }, index) => at(index, value));
  const ends = [points[0], points.at(-1)].map((point, end) => {
    if (point === undefined) return "";
    const anchor = end === 0 ? "start" : "end";
    const x = end === 0 ? LEFT : WIDTH - RIGHT;
    return [
      `<text x="${x}" y="14" text-anchor="${anchor}">${svgText(point.told, 20)}</text>`,
      `<text class="faint" x="${x}" y="${HEIGHT - 6}" text-anchor="${anchor}">${svgText(point.week, 10)}</text>`,
    ].join("\n");
  });
  const [lastX, lastY] = places.at(-1) ?? [0, 0];
  return svgFrame({ width: WIDTH, height: HEIGHT, title }, [
    `<line class="rule" x1="${LEFT}" y1="${BOTTOM}" x2="${WIDTH - RIGHT}" y2="${BOTTOM}"/>`,
    `<polyline class="line" points="${places.map(([x, y]) => `${x},${y}`).join(" ")}"/>`,
    `<circle class="bar" cx="${lastX}" cy="${lastY}" r="3"/>`,
    ...ends,
  ]);
}
