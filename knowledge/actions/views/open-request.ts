import { AssayError } from "../../errors.ts";
import type { Deps } from "../../ports/deps.ts";
import type { ForgeChange } from "../../ports/forge.ts";
import { type RequestPlace, requestBranchName } from "../../proposal/request-identity.ts";
import type { RequestReceipt } from "./request-receipt.ts";

/** The open pull request of a place, as the forge tells it. Errors: request_missing, those of the forge. */
export async function openRequest(
  { changeRequests }: Pick<Deps, "changeRequests">,
  place: RequestPlace,
): Promise<ForgeChange> {
  const found = await changeRequests.find(place.repository, requestBranchName(place));
  const open = found.find(({ state }) => state === "open");
  if (open === undefined)
    throw new AssayError("request_missing", { repository: place.repository, kind: place.kind });
  return open;
}

/** Why an act on it is refused: it is not what the person was shown. Null where it is. */
export function unseen(
  { number, head }: ForgeChange,
  seen: RequestReceipt["seen"] | undefined,
): RequestReceipt["refusal"] {
  if (seen === undefined || (seen.number === number && seen.head === head.commit)) return null;
  return {
    code: "request_moved",
    why: `#${number} stands at ${head.commit.slice(0, 12)} by now`,
    recover: "look at it again (`assay proposal request diff`), then decide",
  };
}
