import type * as z from "zod/mini";
import { CONFIG_SCHEMAS } from "../plan/config-contracts.ts";
import type { ConfigContract } from "../plan/method.ts";
import type { CaseGiven } from "./runner.ts";

/** A case's config by a contract, with its defaults. Errors: a fault of ours where it was not checked before. Pure. */
export function caseConfig<Contract extends ConfigContract>(
  contract: Contract,
  { config }: Pick<CaseGiven, "config">,
): z.output<(typeof CONFIG_SCHEMAS)[Contract]> {
  const schema: z.ZodMiniType = CONFIG_SCHEMAS[contract];
  return schema.parse(config) as z.output<(typeof CONFIG_SCHEMAS)[Contract]>;
}
