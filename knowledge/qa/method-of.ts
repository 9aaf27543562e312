import type { Method } from "../plan/method.ts";
import { METHODS } from "../plan/methods/index.ts";
import type { Requirement } from "./requirement.ts";

/** The method of a requirement, a built-in one or one of the project's; undefined where it has none or it is unknown. Pure. */
export function methodOf(
  { method_id }: Pick<Requirement, "method_id">,
  own: readonly Method[] = [],
): Method | undefined {
  return [...METHODS, ...own].find(({ id }) => id === method_id);
}
