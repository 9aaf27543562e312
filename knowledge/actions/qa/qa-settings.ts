import { readConfig } from "../../config/read-config.ts";
import type { Method } from "../../plan/method.ts";
import { type ReadPlans, readPlans } from "../../plan/read-plans.ts";
import type { Deps } from "../../ports/deps.ts";
import type { RegisteredEnvironment } from "../../qa/decisions/context.ts";
import { policyFaults } from "../../qa/policy-faults.ts";

/** What a project says of its QA. */
export interface QaSettings {
  readonly environments: readonly RegisteredEnvironment[];
  /** Capability kinds that the project authorises. */
  readonly capabilities: readonly string[];
  /** Built-in methods and the project's. */
  readonly methods: readonly Method[];
  readonly isNewestOnly: boolean;
}

type Needs = Pick<Deps, "configFile" | "projectFiles">;

/** The settings in force, with the methods that the project has. Errors: config_invalid, those of the ports. */
export async function readQaSettings(deps: Needs): Promise<QaSettings> {
  const [{ environments, capabilities, qa }, { methods }] = await Promise.all([
    readConfig(deps.configFile),
    readQaPlans(deps),
  ]);
  return {
    environments: environments.map(({ name, kind, baseUrl, isExecutable }) => ({
      name,
      kind,
      base_url: baseUrl,
      isExecutable,
    })),
    capabilities,
    methods: [...methods.values()],
    isNewestOnly: qa.newestOnly,
  };
}

/** The project's plans and methods. Errors: those of the files. */
export function readQaPlans({ projectFiles }: Pick<Deps, "projectFiles">): Promise<ReadPlans> {
  return readPlans(projectFiles, policyFaults);
}
