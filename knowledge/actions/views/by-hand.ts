import * as z from "zod/mini";
import type { MergeByHand } from "../../ports/change-requests.ts";
import type { Deps } from "../../ports/deps.ts";
import { type RequestPlace, requestBranchName } from "../../proposal/request-identity.ts";

/** How a person merges an open request by git; null where the forge has a page for it, or none is open. */
export const ByHand = z.lazy(() =>
  z.nullable(
    z.object({
      remote: z.string(),
      branch: z.string(),
      into: z.string(),
      /** Each with its arguments. */
      commands: z.array(z.array(z.string())),
    }),
  ),
);
export type ByHand = z.output<typeof ByHand>;

/** Asked of the forge where a request is open. Errors: those of the forge. */
export async function readByHand(
  { changeRequests }: Pick<Deps, "changeRequests">,
  place: RequestPlace,
  isOpen: boolean,
): Promise<ByHand> {
  if (!isOpen) return null;
  const found = await changeRequests.mergedByHand(place.repository, requestBranchName(place));
  return found === null ? null : viewByHand(found);
}

export function viewByHand({ remote, branch, into, commands }: MergeByHand): NonNullable<ByHand> {
  return { remote, branch, into, commands: commands.map((command) => [...command]) };
}
