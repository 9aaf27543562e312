import { readConfig } from "../../config/read-config.ts";
import { summaryRows } from "../../ledger/summary-rows.ts";
import type { Deps } from "../../ports/deps.ts";
import type { RepositoryName } from "../../ports/forge.ts";
import { REQUEST, type RequestSummary } from "../../proposal/request.ts";
import type { RequestState } from "../../proposal/request-state.ts";
import { WATCH, type WatchSummary } from "../../watch/watch.ts";
import type { WatchState } from "../../watch/watch-state.ts";
import { watchStream } from "../../watch/watch-stream.ts";
import { watchedRepositories } from "../../watch/watched-repositories.ts";
import type { Inbox } from "./inbox-items.ts";

type Item = Inbox["needsYou"][number];

interface OpenItems {
  /** A red default branch each, the newest first. */
  readonly failures: readonly Item[];
  /** An open request each, the newest first. */
  readonly requests: readonly Item[];
  readonly open: Inbox["open"];
}

/**
 * What is open in the ledger beside runs and changes: failures of the default branches that the settings watch, and
 * proposal requests. Out of summaries alone; the forge is not asked. Errors: those of the settings and the ledger.
 */
export async function openItems(deps: Pick<Deps, "configFile" | "ledger">): Promise<OpenItems> {
  const red = await redBranches(deps);
  const requests = (await summaryRows<RequestSummary, RequestState>(deps.ledger, REQUEST)).flatMap(
    ({ row }) => (row.state === "open" ? [row] : []),
  );
  return {
    failures: red.map(failureItem).sort(newestFirst),
    requests: requests.map(requestItem).sort(newestFirst),
    open: {
      failures: red.reduce((sum, { summary }) => sum + summary.openFailures, 0),
      requests: requests.length,
    },
  };
}

interface RedBranch {
  readonly repository: RepositoryName;
  readonly summary: WatchSummary;
}

async function redBranches({
  configFile,
  ledger,
}: Pick<Deps, "configFile" | "ledger">): Promise<readonly RedBranch[]> {
  const { watch } = await readConfig(configFile);
  if (watch === null) return [];
  const kept = new Map(
    (await summaryRows<WatchSummary, WatchState>(ledger, WATCH)).map(({ stream, row }) => [stream, row]),
  );
  return watchedRepositories(watch).flatMap(({ repository, watched }) => {
    const summary = watched ? kept.get(watchStream(watch.organisation, repository)) : undefined;
    return summary === undefined || summary.openFailures === 0 ? [] : [{ repository, summary }];
  });
}

function failureItem({ repository, summary }: RedBranch): Item {
  const { branch, openFailures, due, issues, failures, at } = summary;
  const text = [
    `${openFailures} open ${openFailures === 1 ? "failure" : "failures"} on ${branch ?? "its branch"}`,
    ...(due.length === 0 ? [] : [`${due.length} to answer`]),
    ...(issues.length === 0 ? [] : [`issue ${issues.join(", ")}`]),
  ].join(", ");
  return { kind: "failure", id: repository, text, at: failures.at(-1)?.at ?? at };
}

function requestItem({ repository, kind, number, title, items, at }: RequestSummary): Item {
  const proposes = items === 0 ? [] : [`${items} proposed`];
  const name = title ?? kind;
  const text = [number === null ? name : `#${number} ${name}`, ...proposes].join(", ");
  return { kind: "request", id: `${repository} ${kind}`, text, at };
}

function newestFirst(a: Item, b: Item): number {
  return a.at < b.at ? 1 : -1;
}
