import type { RequestOutcome } from "#knowledge";

type Steps = Record<RequestOutcome["steps"][number], string>;

/** Why a request is left alone, in a few words. */
export const REQUEST_LEFT: Readonly<Record<string, string>> = {
  "others-commit": "left alone: somebody else's commit is on it",
  closed: "left alone: closed unmerged",
  "closed-twice": "left alone: closed unmerged twice",
  archived: "left alone: the repository is archived",
  "no-default-branch": "left alone: the repository has no default branch",
  "default-branch": "left alone: its branch is the default branch",
};

/** What was done for a request. */
export const REQUEST_DONE = {
  commit: "committed to its branch",
  open: "opened",
  edit: "description brought up to date",
  close: "closed, as nothing is left to propose",
} as const satisfies Steps;

/** What would be done for a request. */
export const REQUEST_PLANNED = {
  commit: "a commit to its branch",
  open: "its opening",
  edit: "its description",
  close: "its closing, as nothing is left to propose",
} as const satisfies Steps;
