import * as z from "zod/mini";
import { readConfig } from "../config/read-config.ts";
import { readState } from "../ledger/read-state.ts";
import type { Deps } from "../ports/deps.ts";
import { evidenceHash } from "../proposal/evidence-hash.ts";
import { readContents } from "../proposal/kept-content.ts";
import { othersCommit } from "../proposal/others-commit.ts";
import { REQUEST } from "../proposal/request.ts";
import { requestBranchName, requestStream } from "../proposal/request-identity.ts";
import type { RequestState } from "../proposal/request-state.ts";
import { operation } from "./operation.ts";
import { ByHand, readByHand } from "./views/by-hand.ts";
import { requestFields, requestPlace } from "./views/request-place.ts";
import { RequestView, viewRequest } from "./views/request-view.ts";

const ShownRequest = z.lazy(() =>
  z.object({
    request: RequestView,
    evidence: z.array(
      z.object({
        anchor: z.string(),
        claim: z.string(),
        cause: z.nullable(z.string()),
        files: z.array(z.string()),
        source: z.string(),
        becomes: z.enum(["proposed", "waiting", "declined", "settled"]),
      }),
    ),
    /** What the forge says of it now; null where none was ever opened, or it was not asked. */
    atForge: z.nullable(
      z.object({
        number: z.int(),
        url: z.string(),
        title: z.string(),
        state: z.enum(["open", "closed", "merged"]),
        head: z.string(),
        commits: z.int(),
        /** Whose commit stops updates, or null. */
        othersCommit: z.nullable(z.object({ commit: z.string(), author: z.string() })),
        files: z.array(
          z.object({ path: z.string(), change: z.enum(["added", "modified", "removed", "renamed"]) }),
        ),
        byHand: ByHand,
      }),
    ),
  }),
);
export type ShownRequest = z.output<typeof ShownRequest>;

/**
 * Shows a request: what it proposes and on what evidence, what waits, what was declined, and how it stands at the forge
 * now. Writes nothing. Errors: address_unclear, request_content_missing, those of the ports.
 */
export const proposalRequestShow = operation({
  id: "proposal.request.show",
  title: "Show a proposal request with its evidence",
  input: z.object({
    ...requestFields(),
    forge: z
      ._default(z.boolean(), true)
      .check(z.describe("whether the forge is asked; else only what the ledger knows is shown")),
  }),
  output: ShownRequest,
  writes: false,
  async run(
    deps: Pick<
      Deps,
      "artifacts" | "changeRequests" | "configFile" | "forge" | "ledger" | "repository" | "requestBranch"
    >,
    { forge: asks, ...meant },
  ): Promise<ShownRequest> {
    const place = await requestPlace(deps, meant, await readConfig(deps.configFile));
    const { state } = await readState(deps.ledger, requestStream(place), REQUEST);
    return {
      request: viewRequest(place, state),
      evidence: await evidenceOf(deps, state),
      atForge: asks ? await atForge(deps, place, state) : null,
    };
  },
});

async function evidenceOf(
  { artifacts }: Pick<Deps, "artifacts">,
  state: RequestState,
): Promise<ShownRequest["evidence"]> {
  const contents = await readContents(artifacts, state);
  const [settled, declined, proposed] = [state.settled, state.declined, state.open?.items ?? []].map(
    (items) => new Set(items),
  );
  return contents.flatMap(({ evidence }, at) =>
    evidence.map((item) => {
      const hash = evidenceHash(item);
      const becomes = proposed?.has(hash)
        ? "proposed"
        : settled?.has(hash)
          ? "settled"
          : declined?.has(hash)
            ? "declined"
            : "waiting";
      const { anchor, claim, cause, files } = item;
      return { anchor, claim, cause, files, source: state.wanted[at]?.source ?? "", becomes };
    }),
  );
}

async function atForge(
  {
    changeRequests,
    forge,
    requestBranch: branches,
  }: Pick<Deps, "changeRequests" | "forge" | "requestBranch">,
  place: Parameters<typeof requestBranchName>[0],
  state: RequestState,
): Promise<ShownRequest["atForge"]> {
  const branch = requestBranchName(place);
  const found = await changeRequests.find(place.repository, branch);
  const shown = found.find((one) => one.state === "open") ?? found[0];
  if (shown === undefined) return null;
  const commits = shown.state === "open" ? await branches.commits(place.repository, branch) : [];
  const foreign = othersCommit(state, { commits });
  const files = await forge.changedFiles(place.repository, shown.number);
  return {
    number: shown.number,
    url: shown.url,
    title: shown.title,
    state: shown.state,
    head: shown.head.commit,
    commits: commits.length,
    othersCommit: foreign === null ? null : { commit: foreign.commit, author: foreign.author },
    files: files.map(({ path, change }) => ({ path, change })),
    byHand: await readByHand({ changeRequests }, place, shown.state === "open"),
  };
}
