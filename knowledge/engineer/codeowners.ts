import { matchGlob } from "../text/match-glob.ts";

/** Whom a CODEOWNERS file names. */
export interface Owners {
  /** Names without `@`: these can be assigned. */
  readonly people: readonly string[];
  /** `organisation/team`: these can only be mentioned. */
  readonly teams: readonly string[];
}

/** Where a CODEOWNERS file may stand, in the order in which a forge looks. */
export const CODEOWNERS_PATHS = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"] as const;

/** Owners that are asked at most; a change of many areas does not call everybody. */
const MOST = 5;

/**
 * The owners of these paths by a CODEOWNERS file, those of the most paths first, then by name, at most five. For each
 * path the last pattern that matches wins, also where it names nobody. Patterns are those of a `.gitignore` without
 * `!` and `[ ]`; addresses of mail name nobody here. Lines that are not of the form are skipped.
 */
export function ownersOf(text: string, paths: readonly string[]): Owners {
  const rules = text
    .split(/\r?\n/)
    .map(readRule)
    .filter((rule) => rule !== null);
  const counts = new Map<string, number>();
  for (const path of paths) {
    const rule = rules.findLast(({ pattern }) => ownsPath(pattern, path));
    for (const owner of rule?.owners ?? []) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  const owners = [...counts]
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([owner]) => owner)
    .slice(0, MOST);
  return {
    people: owners.filter((owner) => !owner.includes("/")),
    teams: owners.filter((owner) => owner.includes("/")),
  };
}

interface OwnerRule {
  readonly pattern: string;
  readonly owners: readonly string[];
}

const OWNER = /^@([a-z\d](?:[a-z\d_-]{0,99})(?:\/[a-z\d][\w.-]{0,99})?)$/i;

function readRule(line: string): OwnerRule | null {
  // A blank in a path is written `\ `, and `\#` is no comment.
  const words = line.match(/(?:\\.|[^\s\\])+/g) ?? [];
  const end = words.findIndex((word) => word.startsWith("#"));
  const [pattern, ...rest] = end < 0 ? words : words.slice(0, end);
  if (pattern === undefined || /^!|[[\]]/.test(pattern)) return null;
  const owners = rest.flatMap((word) => OWNER.exec(word)?.[1] ?? []);
  return { pattern: pattern.replace(/\\(.)/g, "$1"), owners };
}

function ownsPath(pattern: string, path: string): boolean {
  // Braces mean nothing here and something to the matcher; `?` stands for each.
  const plain = pattern.replace(/[{}]/g, "?");
  const body = plain.replace(/^\//, "");
  const anchored = plain.startsWith("/") || body.replace(/\/$/, "").includes("/");
  const glob = anchored ? body : `**/${body}`;
  if (glob.endsWith("/")) return matchGlob(path, `${glob}*`) || matchGlob(path, `${glob}**/*`);
  // `docs/*` owns what lies in the folder, not what lies in folders of it.
  if (/(?:^|\/)\*$/.test(glob) && anchored) return matchGlob(path, glob);
  return matchGlob(path, glob) || matchGlob(path, `${glob}/**`);
}
