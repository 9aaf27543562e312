import { readState } from "../ledger/read-state.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { RequestBranch } from "../ports/request-branch.ts";
import { readContents } from "../proposal/kept-content.ts";
import { REQUEST } from "../proposal/request.ts";
import { requestStream } from "../proposal/request-identity.ts";
import { wantRequest } from "../proposal/want-request.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { laidFiles } from "./laid-files.ts";
import { laidTree } from "./laid-tree.ts";
import { type PulledFrom, wantedContent } from "./wanted-content.ts";
import { wantedProposals, wantedRecords } from "./wanted-records.ts";

export type WantDeps = Pick<Deps, "artifacts" | "clock" | "ledger"> & {
  readonly requestBranch: Pick<RequestBranch, "folders" | "subfolders">;
};

/** The records and proposals of a default branch, as they are with what is wanted there already. */
export interface Wanted {
  /** Both as one run sees them: what it writes is handed over in its name. */
  portsOf(
    run: string,
    from: PulledFrom,
  ): { records: ReturnType<typeof wantedRecords>; proposals: ReturnType<typeof wantedProposals> };
}

/**
 * Opens them at a commit of the default branch; runs that follow one another see what those before them wanted. Errors:
 * those of the ledger and the artifacts; of the ports, also those of the branch and of {@link wantRequest}.
 */
export async function openWanted(
  deps: WantDeps,
  place: { readonly repository: RepositoryName; readonly commit: string; readonly mask: SecretMask },
): Promise<Wanted> {
  const { repository, mask } = place;
  const request = { repository, kind: "knowledge" } as const;
  const { state } = await readState(deps.ledger, requestStream(request), REQUEST);
  const contents = await readContents(deps.artifacts, state);
  const tree = laidTree(deps.requestBranch, place, laidFiles(state, contents));
  const bySource = new Map(state.wanted.map(({ source }, index) => [source, contents[index]]));
  return {
    portsOf(run, from) {
      // A run that was killed goes on from what it wanted already.
      const files = new Map(
        (bySource.get(run)?.files ?? []).flatMap(({ path, text }) =>
          text === null ? [] : [[path, text] as const],
        ),
      );
      const keep = async (
        added: readonly { readonly path: string; readonly text: string }[],
      ): Promise<void> => {
        const all = new Map([...files, ...added.map(({ path, text }) => [path, text] as const)]);
        const content = await wantedContent(all, from);
        await wantRequest(deps, request, { source: run, by: "assay", content, mask });
        for (const { path, text } of added) files.set(path, text);
      };
      return { records: wantedRecords(tree, keep), proposals: wantedProposals(tree, keep) };
    },
  };
}
