/** Why a request is left alone, in a few words. */
export const REQUEST_LEFT: Readonly<Record<string, string>> = {
  "others-commit": "left alone: somebody else's commit is on it",
  closed: "left alone: closed unmerged",
  "closed-twice": "left alone: closed unmerged twice",
  "no-default-branch": "left alone: the repository has no default branch",
  "default-branch": "left alone: its branch is the default branch",
};
