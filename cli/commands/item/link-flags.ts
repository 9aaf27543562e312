import { string } from "@oclif/core/flags";

/** Where the work of an item is. */
export const linkFlags = {
  issue: string({ helpValue: "ADDRESS", description: "its issue: an address, owner/name#12 or #12" }),
  pull: string({ helpValue: "ADDRESS", description: "its pull request: an address, owner/name#12 or #12" }),
  branch: string({ helpValue: "NAME", description: "the branch that it is done on" }),
  sha: string({
    helpValue: "SHA",
    description: "commit that its gates take, whole; else the head where its branch is checked out",
  }),
};

/** What the flags say, as a call has it. */
export function linksOf(flags: {
  readonly issue?: string | undefined;
  readonly pull?: string | undefined;
  readonly branch?: string | undefined;
  readonly sha?: string | undefined;
}) {
  const { issue, pull, branch, sha } = flags;
  return {
    ...(issue === undefined ? {} : { issue }),
    ...(pull === undefined ? {} : { pull }),
    ...(branch === undefined ? {} : { branch }),
    ...(sha === undefined ? {} : { sha: sha.toLowerCase() }),
  };
}
