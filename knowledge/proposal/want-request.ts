import * as z from "zod/mini";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import { holdsSecret } from "../record/mask-text.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { evidenceHash } from "./evidence-hash.ts";
import { keepRequestEvents } from "./keep-request-events.ts";
import { keepContent } from "./kept-content.ts";
import { RequestContent } from "./request-content.ts";
import { requestEvent } from "./request-events.ts";
import type { RequestPlace } from "./request-identity.ts";
import type { RequestState } from "./request-state.ts";

export interface Wanting {
  /** What it comes from, e.g. a run or a week: what it hands over takes the place of what it did before. */
  readonly source: string;
  readonly by: string;
  readonly content: RequestContent;
  readonly mask: SecretMask;
}

/**
 * Hands over what is to be proposed; the request is opened or brought up to date by the next {@link carryOutRequest}.
 * Handed over again it is kept once; without files the source wants nothing any more. Nothing is written to a forge.
 * Errors: input_invalid, secret_refused, those of ledger and artifacts.
 */
export async function wantRequest(
  deps: Pick<Deps, "artifacts" | "clock" | "ledger">,
  place: RequestPlace,
  { source, by, content, mask }: Wanting,
): Promise<{ readonly kept: "new" | "same"; readonly state: RequestState }> {
  const parsed = z.safeParse(RequestContent, content);
  if (!parsed.success)
    throw new AssayError("input_invalid", {
      operation: "proposal.request.open",
      problem: z.prettifyError(parsed.error),
    });
  for (const { path, text } of content.files)
    if (text !== null && holdsSecret(text, mask))
      throw new AssayError("secret_refused", { place: path, way: "take the secret out of what it says" });
  const at = new Date(deps.clock.now()).toISOString();
  const items = [...new Set(content.evidence.map(evidenceHash))];
  const digest = items.length === 0 ? null : await keepContent(deps.artifacts, content);
  let kept: "new" | "same" = "same";
  const { state } = await keepRequestEvents(deps.ledger, place, ({ wanted, settled }) => {
    kept = "same";
    const known = wanted.find((one) => one.source === source);
    if (digest === null) {
      if (known === undefined) return [];
      kept = "new";
      return [requestEvent(place, "request.withdrawn", { at, by, source })];
    }
    const done = new Set(settled);
    if (known?.content === digest || (known === undefined && items.every((item) => done.has(item))))
      return [];
    kept = "new";
    return [requestEvent(place, "request.wanted", { at, by, source, content: digest, items })];
  });
  return { kept, state };
}
