import type { Config } from "../../config/config.ts";
import { matchGlob } from "../../text/match-glob.ts";
import { maybeHidden, visibleText } from "../../text/terminal-text.ts";
import { PRODUCT_FILES, PRODUCT_FOLDERS, PRODUCT_NAMES } from "./product-names.ts";

/** Whether a path is a test file that the QA engineer may write, and why not. */
export type PathAnswer = { readonly kind: "test" } | { readonly kind: "refused"; readonly why: string };

/** The longest path that is taken, in characters. */
const LONGEST = 500;

/**
 * Whether the QA engineer may write at a path: a plain relative path that the settings call a test file, that no rule
 * calls product, and that no file of the branch has under another spelling. `existing` holds the branch's paths.
 */
export function judgePath(path: string, tests: Config["tests"], existing: readonly string[]): PathAnswer {
  const odd = oddity(path);
  if (odd !== null) return refused(odd);
  if (isProductName(path)) return refused("it decides how tests are run or what is built, so it is product");
  const except = tests.except.find((glob) => fits(path, glob));
  if (except !== undefined) return refused(`the settings except it from the test files (${except})`);
  if (!tests.files.some((glob) => matchGlob(path, glob)))
    return refused("the settings do not call it a test file");
  const folded = foldPath(path);
  const twin = existing.includes(path)
    ? undefined
    : existing.find((other) => isTwin(foldPath(other), folded));
  if (twin !== undefined) return refused(`on some systems it is the same file as ${twin}`);
  return { kind: "test" };
}

/** The branch's test files, in its order. */
export function testFilesOf(paths: readonly string[], tests: Config["tests"]): readonly string[] {
  return paths.filter((path) => judgePath(path, tests, [path]).kind === "test");
}

function refused(why: string): PathAnswer {
  return { kind: "refused", why };
}

/** An exception holds in any case of letters. */
function fits(path: string, glob: string): boolean {
  return matchGlob(path, glob) || matchGlob(path.toLowerCase(), glob.toLowerCase());
}

/** What is not plain about a path, or null. Systems disagree on all of these, and the tests may run on another one. */
function oddity(path: string): string | null {
  if (path === "" || path.length > LONGEST) return "it is empty or too long";
  if (path.startsWith("/") || /^[a-z]:/i.test(path)) return "it is not relative to the top of the repository";
  if (path.includes("\\") || path.includes(":")) return "it holds a backslash or a colon";
  if (path !== path.toWellFormed().normalize("NFC"))
    return "its characters can be written in more than one way";
  if (/[\u0000-\u001f\u007f]/.test(path) || (maybeHidden(path) && visibleText(path) !== path))
    return "it holds characters that nobody sees";
  for (const part of path.split("/")) {
    if (part === "" || part === "." || part === "..") return 'it holds an empty part, "." or ".."';
    if (/[. ]$|^ /.test(part)) return "a part of it begins or ends in a blank, or ends in a dot";
    if (/~\d/.test(part)) return "a part of it looks like a short name of another";
  }
  return null;
}

function isProductName(path: string): boolean {
  const parts = path.split("/").map(foldPath);
  const file = parts.at(-1) as string;
  const isNamed = (name: string) => PRODUCT_NAMES.some((pattern) => pattern.test(name));
  return (
    PRODUCT_FILES.has(file) ||
    parts.slice(0, -1).some((folder) => PRODUCT_FOLDERS.has(folder) || folder.startsWith(".git")) ||
    isNamed(file)
  );
}

/** The spelling that systems which ignore case and accents' spelling compare. */
function foldPath(path: string): string {
  return path.normalize("NFKC").toLowerCase().normalize("NFKC");
}

/** Equal, or one is a folder of the other: then both cannot be. */
function isTwin(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}
