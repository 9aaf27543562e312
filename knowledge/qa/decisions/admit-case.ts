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
  agent: ["browser-control"],
  agent_mission: ["browser-control"],
};

const SUPPLIED: ReadonlySet<string> = new Set(Object.values(SUPPLIES).flat());

/**
 * Capability kinds that the host has to have for a case to be admitted: what the case and its method ask for, but what
 * its own runner supplies or no runner but another has. Pure.
 */
export function kindsAskedOfHost(
  { capability_requirements }: Pick<Requirement, "capability_requirements">,
  method: Method | undefined,
): readonly string[] {
  const asked = new Set([...(method?.required_capability_kinds ?? []), ...capability_requirements]);
  return [...asked].filter((kind) => method === undefined || !SUPPLIED.has(kind));
}

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
        missing.length === 1 && context.capabilities.project.includes(kind)
          ? WAY_OUT.hostCapability(kind)
          : WAY_OUT.settings(),
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

/** How a host comes to have a kind. */
const HOW_FOUND: Readonly<Record<string, string>> = {
  "browser-control": ": no browser was found that starts",
  docker: ": docker is not on the PATH",
  ssh: ": ssh is not on the PATH",
  repo: ": this is no work tree of a git that is on the PATH",
  github: ": no variable signs in to GitHub, such as GITHUB_TOKEN",
};

function missingAt(kind: string, { capabilities }: DecisionContext): readonly string[] {
  return [
    ...(capabilities.project.includes(kind)
      ? []
      : [`the project does not authorise: a person adds ${kind} to \`capabilities\` in .assay/config.yaml`]),
    ...(capabilities.host.includes(kind) ? [] : [`this host does not have${HOW_FOUND[kind] ?? ""}`]),
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
      `${id} is for ${target_env}, which \`environments\` in .assay/config.yaml has no more`,
      WAY_OUT.settings(),
    );
  return registered.isExecutable
    ? null
    : refuse(
        "environment_not_executable",
        `${id} is for ${target_env}, against which nothing is carried out from here: \`environments\` in .assay/config.yaml has it with \`executable: false\``,
        WAY_OUT.settings(),
      );
}
