import { boolean, integer, string } from "@oclif/core/flags";

/** Most seconds that learning takes after a verdict. */
const MOST_SECONDS = 60;

/** How long learning may take. */
export const BUDGET_FLAG = {
  budget: integer({
    helpValue: "SECONDS",
    min: 0,
    max: MOST_SECONDS,
    description: "time that learning may take, at most what the settings allow",
  }),
};

/** The flags of every command that records a run. */
export const LEARNING_FLAGS = {
  job: string({ helpValue: "NAME", description: "what tells jobs of one commit apart, e.g. a matrix value" }),
  at: string({ helpValue: "TIME", description: "when the run was, else what its reports say, else now" }),
  detach: boolean({ description: "leave the learning for later" }),
  ...BUDGET_FLAG,
};
