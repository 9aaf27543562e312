import * as z from "zod/mini";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import { keepRequestEvents } from "../proposal/keep-request-events.ts";
import { requestEvent } from "../proposal/request-events.ts";
import { readMark } from "../proposal/request-mark.ts";
import { shellWord } from "../text/shell-word.ts";
import { operation } from "./operation.ts";
import { type ByHand, readByHand } from "./views/by-hand.ts";
import { openRequest, unseen } from "./views/open-request.ts";
import { requestFields, requestPlace } from "./views/request-place.ts";
import { RequestReceipt, SeenRequest } from "./views/request-receipt.ts";

/**
 * Merges the open request, as the person's word: what it proposes is accepted. Only the commit that was looked at is
 * merged, and the forge's own rules for merging hold; where there is no forge to merge it, a person does. Errors: address_unclear, request_missing, those of the ports.
 */
export const proposalRequestMerge = operation({
  id: "proposal.request.merge",
  title: "Merge a proposal request",
  input: z.object({
    ...requestFields(),
    dryRun: z._default(z.boolean(), false).check(z.describe("only say what would be merged")),
    seen: SeenRequest,
  }),
  output: RequestReceipt,
  writes: true,
  async run(
    deps: Pick<
      Deps,
      "changeRequests" | "clock" | "configFile" | "forge" | "ledger" | "person" | "repository"
    >,
    { dryRun, seen, ...meant },
  ): Promise<RequestReceipt> {
    const place = await requestPlace(deps, meant, await readConfig(deps.configFile));
    const { repository } = place;
    const open = await openRequest(deps, place);
    const { number, url, title, head, base } = open;
    const by = await deps.person.name();
    const changed = await deps.forge.changedFiles(repository, number);
    const told = {
      repository,
      proposes: place.kind,
      act: "merge" as const,
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
    const byHand = await readByHand(deps, place, true);
    if (byHand !== null) return { ...told, result: "refused", refusal: refuseMerge(byHand) };
    if (dryRun) return { ...told, result: "planned" };
    const merged = await deps.changeRequests.merge(repository, number, head.commit);
    if (merged.kind === "refused") {
      const why = `the forge does not merge #${number}: ${merged.why}`;
      const recover = "mend what it names at the forge, or look again: somebody may have committed to it";
      return { ...told, result: "refused", refusal: { code: "merge_refused", why, recover } };
    }
    const at = new Date(deps.clock.now()).toISOString();
    await keepRequestEvents(deps.ledger, place, (state) => {
      if (state.ended?.number === number && state.ended.outcome === "merged") return [];
      const known = state.open?.number === number ? state.open.items : null;
      const items = known ?? readMark(place, open.body)?.items ?? [];
      return [requestEvent(place, "request.merged", { at, by, number, url, commit: merged.commit, items })];
    });
    return { ...told, result: "done", commit: merged.commit };
  },
});

function refuseMerge({ remote, branch, commands }: NonNullable<ByHand>): RequestReceipt["refusal"] {
  const recover = commands.map((command) => command.map(shellWord).join(" ")).join(" && ");
  return {
    code: "merge_by_hand",
    why: `${remote} is a plain git remote, which merges nothing: the branch ${branch} is merged by a person, in a clone`,
    recover,
  };
}
