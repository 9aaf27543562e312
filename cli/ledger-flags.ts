import { string } from "@oclif/core/flags";

/** Where the ledger is shared. */
export const remoteFlag = {
  remote: string({
    helpValue: "NAME",
    description: "name of the git remote; else ledger_remote of the settings, else origin",
  }),
};
