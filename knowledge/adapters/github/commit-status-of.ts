import type { CommitStatus } from "../../ports/forge.ts";
import type { ApiStatus } from "./api-types.ts";

const STATES: readonly CommitStatus["state"][] = ["success", "failure", "error", "pending"];

/** A commit status. */
export function commitStatusOf(status: ApiStatus): CommitStatus {
  return {
    context: status.context,
    state: STATES.find((state) => state === status.state) ?? "pending",
    description: status.description ?? "",
    url: status.target_url,
    at: status.updated_at,
  };
}
