import * as z from "zod/mini";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import { REQUEST_KINDS, requestBranchName } from "../proposal/request-identity.ts";
import { operation } from "./operation.ts";
import { openRequest } from "./views/open-request.ts";
import { requestFields, requestPlace } from "./views/request-place.ts";
import { unifiedDiff } from "./views/unified-diff.ts";

const RequestDiff = z.lazy(() =>
  z.object({
    repository: z.string(),
    proposes: z.enum(REQUEST_KINDS),
    number: z.int(),
    url: z.string(),
    /** Default branch that it is compared with, and both commits. */
    into: z.string(),
    base: z.string(),
    head: z.string(),
    files: z.array(
      z.object({
        path: z.string(),
        change: z.enum(["added", "modified", "removed"]),
        /** As `git apply` takes it; null for what is no text. */
        diff: z.nullable(z.string()),
      }),
    ),
  }),
);
export type RequestDiff = z.output<typeof RequestDiff>;

/**
 * What merging the open request changes: its files, each as a unified diff against the default branch as it is now.
 * Errors: address_unclear, request_missing, those of the ports.
 */
export const proposalRequestDiff = operation({
  id: "proposal.request.diff",
  title: "Show what merging a request would change",
  input: z.object(requestFields()),
  output: RequestDiff,
  writes: false,
  async run(
    deps: Pick<Deps, "changeRequests" | "configFile" | "forge" | "repository" | "requestBranch">,
    meant,
  ): Promise<RequestDiff> {
    const place = await requestPlace(deps, meant, await readConfig(deps.configFile));
    const { repository, kind: proposes } = place;
    const { number, url, head, base } = await openRequest(deps, place);
    const { defaultBranch } = await deps.requestBranch.tips(repository, requestBranchName(place));
    const into = defaultBranch ?? { name: base.branch, commit: base.commit };
    const changed = await deps.forge.changedFiles(repository, number);
    const paths = [
      ...new Set(changed.flatMap(({ path, from }) => (from === null ? [path] : [from, path]))),
    ].sort();
    const folders = [...new Set(paths.map(folderOf))].sort();
    const textsAt = async (commit: string) =>
      new Map(
        (await deps.requestBranch.folders(repository, commit, folders)).map((file) => [file.path, file]),
      );
    const [before, after] = [await textsAt(into.commit), await textsAt(head.commit)];
    const files: RequestDiff["files"] = [];
    for (const path of paths) {
      const [old, now] = [before.get(path), after.get(path)];
      if (old?.oid === now?.oid) continue;
      const isText = old?.text !== null && now?.text !== null;
      files.push({
        path,
        change: old === undefined ? "added" : now === undefined ? "removed" : "modified",
        diff: isText
          ? await unifiedDiff({ path, before: old?.text ?? null, after: now?.text ?? null })
          : null,
      });
    }
    return {
      repository,
      proposes,
      number,
      url,
      into: into.name,
      base: into.commit,
      head: head.commit,
      files,
    };
  },
});

/** Empty for a file at the top. */
function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}
