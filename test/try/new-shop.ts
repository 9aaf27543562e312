import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { quietEnvironment } from "./quiet-environment.ts";
import { datesOf, findProgram, type Place, run } from "./run.ts";

export interface Shop extends Place {
  /** Null where none is found. */
  readonly chromium: string | null;
  /** What was remembered, by name. */
  readonly kept: Map<string, string>;
}

const root = join(import.meta.dirname, "..", "..");
export const FIXTURES = join(root, "test/fixtures/shop");

const PACKAGES = [
  "@playwright/test",
  "@testing-library/dom",
  "@testing-library/user-event",
  "jsdom",
  "vitest",
];
const CHROMIUMS = ["chromium", "chromium-browser", "google-chrome"];

/** The shop in a repository of its own with one commit, and what its tests need in `node_modules`. */
export function newShop(at: string): Shop {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "assay-shop-")));
  cpSync(join(FIXTURES, "base"), folder, { recursive: true });
  install(join(folder, "node_modules"));
  const chromium = CHROMIUMS.map(findProgram).find((found) => found !== null) ?? null;
  const env = {
    ...quietEnvironment(folder),
    ...(chromium === null ? {} : { CHROMIUM: chromium }),
  };
  const shop: Shop = { folder, env, chromium, kept: new Map() };
  for (const words of [
    ["init", "--quiet", "--initial-branch=main"],
    ["config", "user.name", "Ann"],
    ["config", "user.email", "ann@shop.example"],
    ["config", "commit.gpgsign", "false"],
    ["add", "."],
    ["commit", "--quiet", "-m", "A shop with a cart and a checkout"],
    ["tag", "start"],
  ])
    run(["git", ...words], shop, { mustPass: true, env: datesOf(at) });
  return shop;
}

/**
 * The packages as links to the project's own, and `assay` as `npm install` would lay it there: a copy, since Vitest
 * loads no set-up file from outside of the project.
 */
function install(modules: string): void {
  const link = (from: string, to: string): void => {
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(from, to);
  };
  for (const name of PACKAGES) link(join(root, "node_modules", name), join(modules, name));
  for (const name of ["vitest", "playwright"])
    link(join(root, "node_modules/.bin", name), join(modules, ".bin", name));
  if (!existsSync(join(root, "dist/bin.cjs"))) throw new Error("dist/ is missing: npm run build makes it");
  const assay = join(modules, "assay");
  mkdirSync(assay, { recursive: true });
  for (const name of ["dist", "package.json"])
    cpSync(join(root, name), join(assay, name), { recursive: true });
  link(join(root, "node_modules"), join(assay, "node_modules"));
  link("../assay/dist/bin.cjs", join(modules, ".bin/assay"));
  // What `npx` starts runs on the Node that runs this, whatever the machine has.
  link(process.execPath, join(modules, ".bin/node"));
}
