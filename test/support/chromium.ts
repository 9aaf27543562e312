import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The browser that Playwright drives in tests; undefined where none is in PATH. */
export const CHROMIUM: string | undefined = ["chromium", "chromium-browser", "google-chrome"]
  .flatMap((name) => (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name)))
  .find((path) => existsSync(path));

/** For the title of what is skipped without one. */
export const WHY_NOT: string = CHROMIUM === undefined ? " (skipped: no Chromium in PATH)" : "";
