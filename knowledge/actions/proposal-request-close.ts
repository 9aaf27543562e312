import * as z from "zod/mini";
import { refuseSecrets } from "../acts/refuse-secrets.ts";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import { keepRequestEvents } from "../proposal/keep-request-events.ts";
import { noteOnce } from "../proposal/note-once.ts";
import { requestEvent } from "../proposal/request-events.ts";
import { readMark } from "../proposal/request-mark.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { say } from "../telling/say.ts";
import { operation } from "./operation.ts";
import { openRequest, unseen } from "./views/open-request.ts";
import { requestFields, requestPlace } from "./views/request-place.ts";
import { RequestReceipt, SeenRequest } from "./views/request-receipt.ts";

/**
 * Closes the open request unmerged, as the person's word: none of what it proposes is proposed again until its evidence
 * is another. A reason is said below it first. Errors: address_unclear, request_missing, secret_refused, those of the
 * ports.
 */
export const proposalRequestClose = operation({
  id: "proposal.request.close",
  title: "Close a proposal request unmerged",
  input: z.object({
    ...requestFields(),
    reason: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
    dryRun: z._default(z.boolean(), false).check(z.describe("only say what would be closed")),
    seen: SeenRequest,
  }),
  output: RequestReceipt,
  writes: true,
  async run(
    deps: Pick<
      Deps,
      "changeRequests" | "clock" | "configFile" | "forge" | "ledger" | "person" | "repository" | "secrets"
    >,
    { reason, dryRun, seen, ...meant },
  ): Promise<RequestReceipt> {
    const place = await requestPlace(deps, meant, await readConfig(deps.configFile));
    await refuseSecrets(deps.secrets, [["the reason", reason]]);
    const { repository } = place;
    const open = await openRequest(deps, place);
    const { number, url, title, head, base } = open;
    const by = await deps.person.name();
    const changed = await deps.forge.changedFiles(repository, number);
    const told = {
      repository,
      proposes: place.kind,
      act: "close" as const,
      by,
      number,
      url,
      title,
      into: base.branch,
      head: head.commit,
      commit: null,
      files: changed.map(({ path, change }) => ({ path, change })),
      refusal: null,
      seen: { number, head: head.commit },
    };
    const refusal = unseen(open, seen);
    if (refusal !== null) return { ...told, result: "refused", refusal };
    if (dryRun) return { ...told, result: "planned" };
    if (reason !== undefined) {
      const mask = await secretsMask(deps.secrets);
      const text = `Closed unmerged: ${say(reason, { mask }, 500, "–")}`;
      await noteOnce(deps.forge, place, { number, about: "closed", text });
    }
    await deps.changeRequests.close(repository, number);
    const at = new Date(deps.clock.now()).toISOString();
    await keepRequestEvents(deps.ledger, place, (state) => {
      if (state.open === null && state.ended?.number === number) return [];
      const known = state.open?.number === number ? state.open.items : null;
      const items = known ?? readMark(place, open.body)?.items ?? [];
      const end = { at, by, number, url, why: "declined" as const, reason: reason ?? null, items };
      return [requestEvent(place, "request.closed", end)];
    });
    return { ...told, result: "done" };
  },
});
