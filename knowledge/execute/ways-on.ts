import { WAY_OUT } from "../qa/decisions/way-out.ts";
import type { Requirement } from "../qa/requirement.ts";

/** Where what is tested is often served on a developer's machine. */
const LOCAL_URL = "http://localhost:3000";

/** The command line that carries a case out against what is served. Pure. */
export function runAgainst({ id }: Pick<Requirement, "id">): string {
  return `${WAY_OUT.runCase(id)} --base-url ${LOCAL_URL}`;
}

export const SET_UP_BROWSER = "assay qa browser setup --install";
