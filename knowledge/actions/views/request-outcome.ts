import * as z from "zod/mini";
import type { CarriedOut } from "../../proposal/carry-out-request.ts";
import type { RequestStep } from "../../proposal/plan-request.ts";
import type { RequestPlace } from "../../proposal/request-identity.ts";
import { ByHand } from "./by-hand.ts";
import { RequestView, viewRequest } from "./request-view.ts";

/** What was done for a request, and why no more is. */
export const RequestOutcome = z.lazy(() =>
  z.object({
    result: z
      .enum(["done", "planned", "unchanged", "refused"])
      .check(z.describe("`planned`: nothing was written; `refused`: it is left alone, or a cap is reached")),
    /** What was done, or would be done first, in order. */
    steps: z.array(z.enum(["commit", "open", "edit", "close"])),
    /** Files of the commit that would be made. */
    files: z.array(z.object({ path: z.string(), change: z.enum(["written", "removed"]) })),
    refusal: z.nullable(z.object({ code: z.string(), why: z.string(), recover: z.string() })),
    request: RequestView,
    byHand: ByHand,
  }),
);
export type RequestOutcome = z.output<typeof RequestOutcome>;

export function tellOutcome(
  place: RequestPlace,
  { done, last, state }: CarriedOut,
  byHand: ByHand,
): RequestOutcome {
  const refusal = refusalOf(place, last);
  const isPlanned =
    last.kind === "commit" || last.kind === "open" || last.kind === "edit" || last.kind === "close";
  const result = isPlanned
    ? "planned"
    : done.length > 0
      ? "done"
      : refusal === null
        ? "unchanged"
        : "refused";
  const files = last.kind === "commit" ? last.commit.files : [];
  return {
    result,
    steps: isPlanned ? [last.kind] : [...done],
    files: files.map(({ path, text }) => ({ path, change: text === null ? "removed" : "written" })),
    refusal,
    request: viewRequest(place, state),
    byHand,
  };
}

function refusalOf({ repository }: RequestPlace, step: RequestStep): RequestOutcome["refusal"] {
  if (step.kind === "too-many") {
    const why = `${TOO_MANY[step.what]} (${step.limit})`;
    return { code: `too-many-${step.what}`, why, recover: "nothing is lost: the next look goes on with it" };
  }
  if (step.kind !== "leave") return null;
  const about = step.number === null ? repository : `${repository}#${step.number}`;
  const { why, recover } = LEFT[step.why];
  const author = step.author === null || step.author === "" ? "" : `, by ${step.author}`;
  return { code: step.why, why: `${about}: ${why}${author}`, recover };
}

const TOO_MANY = {
  open: "as many requests are open as may be",
  "opened-an-hour": "as many requests were opened in the last hour as may be",
  "commits-an-hour": "as many commits were made to it in the last hour as may be",
} as const;

const LEFT = {
  "others-commit": {
    why: "a commit is on its branch that Assay did not make",
    recover:
      "merge or close it (where it is closed already, remove its branch); then what is new gets a request of its own",
  },
  closed: {
    why: "all that is wanted was closed unmerged",
    recover:
      "`assay proposal request refresh --again` asks for it again; otherwise it waits for other evidence",
  },
  "closed-twice": {
    why: "two in a row were closed unmerged, so none is opened unasked",
    recover: "`assay proposal request refresh --again` opens one",
  },
  archived: {
    why: "the repository is archived, so that nobody can write there",
    recover: "unarchive it, or take it out of the settings",
  },
  "no-default-branch": {
    why: "the repository has no default branch",
    recover: "push a first commit to it",
  },
  "default-branch": {
    why: "the branch of the request is the default branch, which is never written to",
    recover: "make another branch the default one",
  },
} as const;
