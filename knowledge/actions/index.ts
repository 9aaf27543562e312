import { atlasOf } from "./atlas.ts";
import { doctor } from "./doctor.ts";
import { explain } from "./explain.ts";
import type { AnyOperation } from "./operation.ts";

/** Every operation but the atlas, one a line; the atlas lists them. */
const LISTED = [doctor, explain] as const satisfies readonly AnyOperation[];

/** Every operation of the product, by id. Order carries no meaning. */
export const OPERATIONS = [atlasOf(LISTED), ...LISTED] as const satisfies readonly AnyOperation[];
