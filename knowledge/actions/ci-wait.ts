import * as z from "zod/mini";
import { findTarget } from "../ci/find-target.ts";
import { waitForCi } from "../ci/wait-for-ci.ts";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { operation } from "./operation.ts";
import { CiAddress } from "./views/ci-address.ts";
import { ToldCheck, ToldOutcome, ToldTarget, toldStatus } from "./views/ci-view.ts";

const CiWaited = z.lazy(() =>
  z.object({
    target: ToldTarget,
    outcome: ToldOutcome,
    until: z.nullable(z.string()),
    checks: z.array(ToldCheck),
    /** The time was over before CI had ended; `outcome` is what it said then. */
    timedOut: z.boolean(),
    waitedSeconds: z.int(),
  }),
);
export type CiWaited = z.output<typeof CiWaited>;

/**
 * Waits until CI has ended on a change or commit and tells how. Asks politely, runs nothing, costs no token. Follows
 * a change to a new head. Errors: address_unclear, change_missing, config_invalid, secrets_unreadable, those of the forge.
 */
export const ciWait = operation({
  id: "ci.wait",
  title: "Wait until the checks of a change have ended",
  input: z.object({
    address: CiAddress,
    timeoutMinutes: z
      .optional(z.number().check(z.positive(), z.maximum(24 * 60)))
      .check(z.describe("longest time to wait; left out, `ci.timeout_minutes` of the settings")),
    intervalSeconds: z
      ._default(z.number().check(z.minimum(1), z.maximum(600)), 10)
      .check(z.describe("time between the first two looks; it grows to 30")),
    firstFailure: z
      ._default(z.boolean(), false)
      .check(z.describe("end at the first failure, also while other checks run")),
  }),
  output: CiWaited,
  writes: false,
  async run(
    deps: Pick<Deps, "forge" | "repository" | "configFile" | "clock" | "pause" | "messages" | "secrets">,
    { address, timeoutMinutes, intervalSeconds, firstFailure },
  ): Promise<CiWaited> {
    const { forge: place, ci: settings } = await readConfig(deps.configFile);
    const [target, mask] = await Promise.all([
      findTarget(deps, address ?? null, place),
      secretsMask(deps.secrets),
    ]);
    const waited = await waitForCi(deps, target, {
      settings,
      timeoutMinutes: timeoutMinutes ?? settings.timeoutMinutes,
      intervalSeconds,
      firstFailure,
      mask,
    });
    const { checks, outcome, timedOut, waitedSeconds } = waited;
    return { ...toldStatus(waited.target, checks, outcome, mask), timedOut, waitedSeconds };
  },
});
