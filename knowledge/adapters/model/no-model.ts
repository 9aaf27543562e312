import { AssayError } from "../../errors.ts";
import type { Model } from "../../ports/model.ts";

/** What stands in for a model where the settings name none: it has no name, and every call is model_denied. */
export function noModel(): Model {
  return {
    name: async () => null,
    async call() {
      throw new AssayError("model_denied", {
        model: "no model",
        reason: "the settings name none",
        way: "set `model` in .assay/config.yaml (`assay config --help`); without one, rules and people decide",
        billed: "no",
      });
    },
  };
}
