import { atlasOf } from "./atlas.ts";
import { check } from "./check.ts";
import { doctor } from "./doctor.ts";
import { explain } from "./explain.ts";
import { knowledgeList } from "./knowledge-list.ts";
import { knowledgeSearch } from "./knowledge-search.ts";
import { knowledgeShow } from "./knowledge-show.ts";
import type { AnyOperation } from "./operation.ts";

/** Every operation but the atlas, one a line; the atlas lists them. */
const LISTED = [
  check,
  doctor,
  explain,
  knowledgeList,
  knowledgeSearch,
  knowledgeShow,
] as const satisfies readonly AnyOperation[];

/** Every operation of the product, by id. Order carries no meaning. */
export const OPERATIONS = [atlasOf(LISTED), ...LISTED] as const satisfies readonly AnyOperation[];
