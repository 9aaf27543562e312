import type { Config } from "../../config/config.ts";
import type { TestCase } from "../../evidence/test-case.ts";
import { scopeFolder } from "../../record/record-path.ts";
import { matchGlob } from "../../text/match-glob.ts";
import { plainLine } from "../../text/plain-line.ts";

/** Where knowledge goes that belongs to no area. */
export const GENERAL_SCOPE = "general";

/**
 * The folder of the scope that a test teaches: the first configured area with a pattern that fits the test's file;
 * else its top-level suite (a file's name without its endings, where the suite is a file; a browser project in
 * brackets is none), else the first part of its class, else the folder of its file, else {@link GENERAL_SCOPE}.
 */
export function scopeOf(
  { suites, className = "", file = "" }: Pick<TestCase, "suites" | "className" | "file">,
  { scopes }: Pick<Config, "scopes">,
): string {
  const path = plainLine(file);
  const area =
    path === "" ? undefined : scopes.find(({ paths }) => paths.some((pattern) => matchGlob(path, pattern)));
  const named = area?.name ?? topSuite(suites) ?? plainLine(className).split(/[./\\:]/, 1)[0] ?? "";
  const scope = named || folderOf(path) || GENERAL_SCOPE;
  return scopeFolder(scope);
}

/** Names that a tool gives to the whole of a run. */
const WHOLE_RUN =
  /^(?:\[.*\]|pytest|(?:jest|mocha|vitest|jasmine|karma|playwright) tests?|root suite|test ?suites?|all tests?|default)$/i;

function topSuite(suites: readonly string[]): string | undefined {
  const top = suites.map(plainLine).find((suite) => suite !== "" && !WHOLE_RUN.test(suite));
  return top === undefined ? undefined : isFile(top) ? fileTopic(top) : top;
}

function isFile(suite: string): boolean {
  return /^\S+\.(?:[cm]?[jt]sx?|py|rb|java|kt|go|rs|cs|php|swift|dart|exs?|scala|feature|robot|vue|svelte)$/i.test(
    suite,
  );
}

/** `test/cart.test.js` is about `cart`; of `cart/index.test.js` the folder tells it. */
function fileTopic(file: string): string {
  const parts = file.split(/[/\\]/);
  const topic = (parts.at(-1) ?? "")
    .replace(/\.\w+$/, "")
    .replace(/[._-](?:test|tests|spec|specs|e2e|cy)$/i, "")
    .replace(/^test[._-]/i, "");
  return /^(?:index|main|test|tests|spec)?$/i.test(topic) ? (parts.at(-2) ?? topic) || file : topic;
}

function folderOf(path: string): string {
  return path.split(/[/\\]/).at(-2) ?? "";
}
