import { string } from "@oclif/core/args";

/** The change that a command is about. */
export const changeArg = {
  change: string({
    description:
      "address of a change, `owner/name#12` or `#12`; left out, the open change of the current branch",
  }),
};
