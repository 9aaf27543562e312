import type { Interfaces } from "@oclif/core";
import source from "../package.json" with { type: "json" };

/** package.json as oclif wants it. */
export const packageJson: Interfaces.PJSON = {
  ...source,
  oclif: { ...source.oclif, topicSeparator: " " },
};
