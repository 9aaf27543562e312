import type { Method, RunnerId } from "../../plan/method.ts";
import type { QaRefusal } from "../refusal.ts";
import type { Requirement } from "../requirement.ts";
import type { DecisionContext } from "./context.ts";
import { refuse } from "./decision.ts";
import { WAY_OUT } from "./way-out.ts";

/**
 * Capability kinds that a runner supplies by itself on the machine that runs it: a case of that runner needs them of
 * nobody. It is the runner that is exempt, never the kind. Kinds that name a project's or a host's authority, such as
 * `test-machine`, are supplied by none.
 */
const SUPPLIES: Partial<Record<RunnerId, readonly string[]>> = {
  browser_substrate: ["browser-control"],
  agent_mission: ["browser-control"],
};

const SUPPLIED: ReadonlySet<string> = new Set(Object.values(SUPPLIES).flat());

/** What has to be done before a case of the runner, by its contract: a command line, or null. */
export function setupOf(method: Method | undefined): string | null {
  return method?.runner_id === "agent_mission" ? "assay qa browser setup" : null;
}

/**
 * Whether a case may be carried out here: the project authorises and the host has every capability that it or its method
 * asks for, and the target may be reached from here. Null where it may. Pure.
 */
export function admitCase(row: Requirement, context: DecisionContext): QaRefusal | null {
  const method = context.methods.find(({ id }) => id === row.method_id);
  const supplied = method === undefined ? [] : (SUPPLIES[method.runner_id] ?? []);
  const asked = new Set([...(method?.required_capability_kinds ?? []), ...row.capability_requirements]);
  for (const kind of asked) {
    if (supplied.includes(kind)) continue;
    if (method !== undefined && SUPPLIED.has(kind))
      return refuse(
        "runner_not_exempt",
        `${row.id} asks for ${kind}, which only a runner that supplies it has: ${runnersOf(kind)}; its own is ${method.runner_id}`,
        method.required_capability_kinds.includes(kind)
          ? WAY_OUT.checkPlans()
          : WAY_OUT.updateField(
              row.id,
              "capability_requirements",
              row.capability_requirements.filter((one) => one !== kind),
            ),
      );
    const missing = missingAt(kind, context);
    if (missing.length > 0)
      return refuse(
        "capability_missing",
        `${row.id} asks for ${kind}, which ${missing.join(" and ")}`,
        WAY_OUT.capabilities(),
      );
  }
  return targetProblem(row, method, context);
}

function runnersOf(kind: string): string {
  return Object.entries(SUPPLIES)
    .filter(([, kinds]) => kinds.includes(kind))
    .map(([runner]) => runner)
    .join(", ");
}

function missingAt(kind: string, { capabilities }: DecisionContext): readonly string[] {
  return [
    ...(capabilities.project.includes(kind) ? [] : ["the project does not authorise"]),
    ...(capabilities.host.includes(kind) ? [] : ["this host does not have"]),
  ];
}

/** Only carrying out looks at whether the target may be reached; a person's own check is carried out by nobody else. */
function targetProblem(
  { id, target_env, target_env_snapshot }: Requirement,
  method: Method | undefined,
  { environments }: DecisionContext,
): QaRefusal | null {
  if (target_env === null || target_env_snapshot === null) return null;
  if (method === undefined || method.runner_id === "manual") return null;
  const registered = environments.find(({ name }) => name === target_env);
  if (registered === undefined)
    return refuse(
      "environment_unknown",
      `${id} is for ${target_env}, which is registered no more`,
      WAY_OUT.environments(),
    );
  return registered.isExecutable
    ? null
    : refuse(
        "environment_not_executable",
        `${id} is for ${target_env}, against which nothing is carried out from here`,
        WAY_OUT.environments(),
      );
}
