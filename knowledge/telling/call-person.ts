import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import { type CallReason, personCall } from "./person-call.ts";
import type { Telling } from "./telling.ts";

/**
 * Tells the team's webhook, if it has one, that a person is needed, and gives why it could not be told, or null. Nothing
 * finds a call again: who calls notes first that it is done, for rather once too little than twice.
 */
export async function callPerson(
  { webhook }: Pick<Deps, "webhook">,
  url: string | null,
  reason: CallReason,
  telling: Pick<Telling, "mask">,
): Promise<string | null> {
  if (url === null) return null;
  try {
    await webhook.post(url, personCall(reason, telling));
    return null;
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== "webhook_unavailable") throw error;
    return error.message;
  }
}
