import { string } from "@oclif/core/args";
import { option } from "@oclif/core/flags";

/** Which request is meant. */
export const requestArg = {
  repository: string({ description: "OWNER/NAME; left out, the repository of this clone" }),
};

export const kindFlag = option({
  options: ["knowledge", "sweep"] as const,
  default: "knowledge" as const,
  description: "what the request proposes",
})();
