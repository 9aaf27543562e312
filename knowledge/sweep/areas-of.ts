import type { Config } from "../config/config.ts";
import { matchGlob } from "../text/match-glob.ts";

export type AreaRules = Pick<Config, "scopes" | "tests">;

/** What no test is expected for: prose, pictures, settings of tools, locks, what CI itself is made of. */
const NO_PRODUCT =
  /(?:^|\/)(?:docs?|examples?|\.[^/]+)\/|\.(?:md|mdx|rst|txt|adoc|png|jpe?g|gif|svg|ico|webp|lock|lockb|sum|ya?ml|toml|json|ini|cfg)$|(?:^|\/)(?:LICENSE|CODEOWNERS|Dockerfile|Makefile)[^/]*$/i;

/** Folders that hold all areas of a repository. */
const HOLDS_AREAS = /^(?:src|lib|packages|apps|services|modules|crates|internal|pkg|cmd)$/;

/**
 * The area of a file: the first of the settings that it fits, else its top folder, and the one in it where the top folder
 * holds them all; null for a file that is in none. Pure.
 */
export function areaOf(path: string, { scopes }: Pick<AreaRules, "scopes">): string | null {
  const named = scopes.find(({ paths }) => paths.some((pattern) => matchGlob(path, pattern)));
  if (named !== undefined) return named.name;
  const [top = "", next, ...rest] = path.split("/");
  if (next === undefined) return null;
  return HOLDS_AREAS.test(top) && rest.length > 0 ? `${top}/${next}` : top;
}

/** Whether a file is one of tests, by the settings. Pure. */
export function isTestFile(path: string, { tests }: Pick<AreaRules, "tests">): boolean {
  const fits = (patterns: readonly string[]) => patterns.some((pattern) => matchGlob(path, pattern));
  return fits(tests.files) && !fits(tests.except);
}

/** Whether a test is to be expected for a file. Pure. */
export function isProductFile(path: string, rules: AreaRules): boolean {
  return !NO_PRODUCT.test(path) && !isTestFile(path, rules);
}
