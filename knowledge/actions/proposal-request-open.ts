import * as z from "zod/mini";
import { proposalEvidence } from "../acts/proposal-evidence.ts";
import { readConfig } from "../config/read-config.ts";
import { AssayError } from "../errors.ts";
import { readState } from "../ledger/read-state.ts";
import type { Deps } from "../ports/deps.ts";
import { readContents } from "../proposal/kept-content.ts";
import { REQUEST } from "../proposal/request.ts";
import type { RequestContent } from "../proposal/request-content.ts";
import type { RequestDeps } from "../proposal/request-deps.ts";
import { requestStream } from "../proposal/request-identity.ts";
import { wantRequest } from "../proposal/want-request.ts";
import { PROPOSALS_FOLDER } from "../store/knowledge-folder.ts";
import { findProposal, type PlacedProposal, proposalPath, readProposals } from "../store/read-proposals.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { operation } from "./operation.ts";
import { carriedRequest } from "./views/carried-request.ts";
import { RequestOutcome } from "./views/request-outcome.ts";
import { requestPlace } from "./views/request-place.ts";
import { viewRequest } from "./views/request-view.ts";
import { Repository } from "./views/watch-place.ts";

/**
 * Hands the proposals of this clone that the team's default branch does not have over to the request for knowledge, and
 * opens it or brings it up to date: a person's explicit act. The files stay in the work tree. `again`: also what was
 * closed unmerged. Errors: address_unclear, proposal_missing, proposal_ambiguous, secret_refused, request_contended,
 * those of the ports.
 */
export const proposalRequestOpen = operation({
  id: "proposal.request.open",
  title: "Open a request for the proposals of this clone",
  input: z.object({
    repository: z.optional(Repository),
    ids: z
      ._default(z.array(z.string().check(z.minLength(1))), [])
      .check(z.describe("proposals, each by its id or the only beginning of one; left out, all of them")),
    again: z._default(z.boolean(), false).check(z.describe("also what was closed unmerged")),
    dryRun: z._default(z.boolean(), false).check(z.describe("only say what would be handed over")),
  }),
  output: RequestOutcome,
  writes: true,
  async run(
    deps: RequestDeps & Pick<Deps, "configFile" | "person" | "proposals" | "repository" | "secrets">,
    { repository, ids, again, dryRun },
  ): Promise<RequestOutcome> {
    const config = await readConfig(deps.configFile);
    const place = await requestPlace(deps, { repository, kind: "knowledge" }, config);
    const { state } = await readState(deps.ledger, requestStream(place), REQUEST);
    const by = await deps.person.name();
    const source = `person/${by}`;
    // What this person handed over before stays handed over while it is here.
    const before = state.wanted.filter((one) => one.source === source);
    const earlier = (await readContents(deps.artifacts, { wanted: before })).flatMap((one) => one.files);
    const content = contentOf(await unshared(deps, ids, new Set(earlier.map(({ path }) => path))));
    const files = content.files.map(({ path }) => ({ path, change: "written" as const }));
    const told = { steps: [], files, refusal: null, request: viewRequest(place, state), byHand: null };
    if (files.length === 0 && before.length === 0) return { ...told, result: "unchanged" };
    if (dryRun) return { ...told, result: "planned" };
    const mask = await secretsMask(deps.secrets);
    await wantRequest(deps, place, { source, by, content, mask });
    const carrying = { config, mask, again: again ? by : null, dryRun: false };
    return { ...(await carriedRequest(deps, place, carrying)), files };
  },
});

/** The proposals that are meant and are not on the branch that the team shares as they are. */
async function unshared(
  { proposals, repository }: Pick<Deps, "proposals" | "repository">,
  ids: readonly string[],
  earlier: ReadonlySet<string>,
): Promise<readonly PlacedProposal[]> {
  const { placed, problems } = await readProposals(proposals);
  const [problem] = problems;
  if (problem !== undefined && ids.length === 0)
    throw new AssayError("proposal_invalid", {
      file: problem.file,
      line: problem.line,
      problem: problem.message,
      fix: problem.fix,
    });
  const all = placed.map(({ stored }) => stored);
  const meant = new Set(ids.map((id) => findProposal(id, all).id));
  const shared = new Map((await repository.shared(PROPOSALS_FOLDER)).map(({ path, text }) => [path, text]));
  return placed.filter(
    ({ stored: { id, text } }) =>
      (ids.length === 0 || meant.has(id) || earlier.has(proposalPath(id))) &&
      shared.get(proposalPath(id)) !== text,
  );
}

function contentOf(placed: readonly PlacedProposal[]): RequestContent {
  return {
    title: null,
    intro: "a developer's clone holds these proposals, and the team is to decide them.",
    files: placed.map(({ stored }) => ({ path: proposalPath(stored.id), text: stored.text })),
    evidence: placed.map(({ proposal }) => proposalEvidence(proposal)),
  };
}
