import type { RequestOutcome, RequestReceipt } from "#knowledge";
import { REQUEST_PLANNED } from "../format/request-words.ts";
import { REQUEST_ENDS } from "./details/request-detail.ts";
import type { Ending, Refreshing } from "./operations.ts";
import type { Sheet } from "./state.ts";

type Confirm = Extract<Sheet, { kind: "confirm" }>;
type Facts = Confirm["facts"];

/** What merging or closing a request will do, from the operation's own plan. */
export function endingConfirmation(
  { verb, request, reason }: Ending,
  { repository, number, title, into, head, files, seen }: RequestReceipt,
  branch: string,
): Confirm {
  return {
    kind: "confirm",
    title: `${verb === "merge" ? "Merge" : "Close"} ${repository}#${number}`,
    facts: [
      ["request", `${repository}#${number}  ${title}`],
      ["branch", `${branch} at ${head.slice(0, 12)}, into ${into}`],
      [
        "effect",
        `${verb === "merge" ? "merged" : "closed unmerged"} at the forge, as your word: ${REQUEST_ENDS[request.kind][verb]}`,
      ],
      ...(reason === null ? [] : [["reason", `${reason} (said below it)`] as const]),
      ...fileFacts(files),
    ],
    act: { verb, request, reason, seen },
  };
}

/** What bringing a request up to date will do first, from the operation's own plan. */
export function refreshConfirmation(
  { request, again }: Refreshing,
  { request: { repository, number, title, branch, kind }, steps, files }: RequestOutcome,
): Confirm {
  return {
    kind: "confirm",
    title: `${again ? "Ask once more for" : "Bring up to date"} the ${kind} request of ${repository}`,
    facts: [
      ["request", `${number === null ? repository : `${repository}#${number}`}  ${title ?? kind}`],
      ["branch", `${branch}, which is its own; no default branch is written to`],
      ["first", steps.map((step) => REQUEST_PLANNED[step]).join(", ")],
      [
        "effect",
        `${again ? "what was closed unmerged is proposed once more; " : ""}a commit to its branch, and its pull request opened or brought up to date`,
      ],
      ...fileFacts(files),
    ],
    act: { verb: "refresh", request, again },
  };
}

function fileFacts(files: readonly { readonly path: string; readonly change: string }[]): Facts {
  return files.map(({ path, change }, at) => [at === 0 ? "files" : "", `${change}  ${path}`] as const);
}
