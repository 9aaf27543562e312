import { withoutInvisible, withoutSequences } from "../text/terminal-text.ts";

/** Colours of a light page, and of a dark one. */
const STYLE = [
  "text{font:12px system-ui,sans-serif;fill:#1f2328}",
  ".faint{fill:#59636e}",
  ".bar{fill:#0969da}",
  ".line{fill:none;stroke:#0969da;stroke-width:2}",
  ".rule{stroke:#d1d9e0}",
  "@media (prefers-color-scheme:dark){text{fill:#f0f6fc}.faint{fill:#9198a1}.bar{fill:#4493f8}.line{stroke:#4493f8}.rule{stroke:#3d444d}}",
].join("");

export interface SvgFrame {
  readonly width: number;
  readonly height: number;
  /** What the picture shows, for those who do not see it. */
  readonly title: string;
}

/** A picture of these shapes, readable on light and on dark pages. Nothing in it depends on time. Pure. */
export function svgFrame({ width, height, title }: SvgFrame, shapes: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${svgText(title, 300)}</title>`,
    `<style>${STYLE}</style>`,
    ...shapes,
    "</svg>",
    "",
  ].join("\n");
}

/** Somebody else's words in a picture: one line, cut, and no mark-up. Pure. */
export function svgText(text: string, room: number): string {
  const line = withoutInvisible(withoutSequences(text.toWellFormed()).replace(/\s+/g, " ")).trim();
  const characters = [...line.replace(/[\ufffe\uffff]/g, "")];
  const cut = characters.length <= room ? characters : [...characters.slice(0, room - 1), "…"];
  return cut.join("").replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
