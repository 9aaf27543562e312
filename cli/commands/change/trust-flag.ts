import { boolean } from "@oclif/core/flags";

/** How a person stands by settings that the base branch has not. */
export const trustFlag = boolean({
  description: "the settings in the work tree hold, though the base branch has others: you have read them",
});
