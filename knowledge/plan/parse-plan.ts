import { checkMethodConfig } from "./check-method-config.ts";
import type { Method } from "./method.ts";
import type { Plan, PlanCase } from "./plan.ts";
import { type CaseFileValue, CaseSchema, PLAN_VERSION, type PlanFileValue, PlanSchema } from "./plan-file.ts";
import { type Fault, faultBelow, type KeyPath, type PlanProblem } from "./plan-problem.ts";
import type { PlanRules } from "./plan-rules.ts";
import { faultsOf, notOneOf, quoted } from "./say-fault.ts";
import { stemOf } from "./stem-of.ts";
import { bounded, problemOf, readYamlFile, withoutBlanks } from "./yaml-file.ts";

export type ParsedPlan =
  | { readonly kind: "plan"; readonly plan: Plan }
  /** `slug`: as the file has it, where it has one. */
  | { readonly kind: "bad"; readonly slug: string | null; readonly problems: readonly PlanProblem[] };

/**
 * Reads the text of a plan, `.assay/plans/<slug>.yaml`. A file that is none is an answer that names everything that is wrong
 * with it, by line and key; no text makes it throw. Loads the YAML package, so import it late. Pure.
 */
export function parsePlan(text: string, file: string, rules: PlanRules): ParsedPlan {
  const yaml = readYamlFile(file, text);
  const { value, problems } = yaml;
  const slug = typeof value.slug === "string" ? value.slug : null;
  if (problems.length > 0) return { kind: "bad", slug, problems };
  const newer = newerVersion(value.version, PLAN_VERSION);
  const cases = Array.isArray(value.cases) ? value.cases.map(withoutBlankKeys) : [];
  const faults: Fault[] =
    newer !== null
      ? [newer]
      : [
          ...faultsOf(PlanSchema, value),
          ...otherStem(file, slug),
          ...cases.flatMap((one, index) =>
            caseFaults(one, rules).map((fault) => faultBelow(fault, ["cases", index])),
          ),
          ...sameKey(cases),
        ];
  if (faults.length > 0)
    return { kind: "bad", slug, problems: bounded(faults.map((fault) => problemOf(file, fault, yaml))) };
  return { kind: "plan", plan: planOf(value as PlanFileValue, cases as CaseFileValue[], rules, yaml.lineOf) };
}

/** Written by a version that may mean more than is understood here. */
export function newerVersion(version: unknown, known: number): Fault | null {
  if (typeof version !== "number" || version <= known) return null;
  return {
    at: ["version"],
    message: `written for a newer Assay (version ${version}; this one knows ${known})`,
    fix: "update Assay",
  };
}

function caseFaults(one: unknown, { methods, checkPolicy }: PlanRules): readonly Fault[] {
  const faults = faultsOf(CaseSchema, one);
  if (typeof one !== "object" || one === null || Array.isArray(one)) return faults;
  const { method_id, method_config, success_policy } = one as Readonly<Record<string, unknown>>;
  const method = typeof method_id === "string" ? methods.get(method_id) : undefined;
  const wrong = new Set(faults.map(({ at }) => at[0]));
  const [message, fix] = notOneOf(method_id, [...methods.keys()], ["method_id"]);
  return [
    ...faults,
    ...(method === undefined && !wrong.has("method_id") ? [{ at: ["method_id"], message, fix }] : []),
    ...(method === undefined || wrong.has("method_config")
      ? []
      : checkMethodConfig(method, method_config ?? {}).map((fault) => faultBelow(fault, ["method_config"]))),
    ...(isMap(success_policy) && !wrong.has("success_policy")
      ? checkPolicy(success_policy).map((fault) => faultBelow(fault, ["success_policy"]))
      : []),
  ];
}

/** A file that was copied or renamed is not a plan by another name. */
function otherStem(file: string, slug: string | null): readonly Fault[] {
  const stem = stemOf(file);
  if (slug === null || slug === stem) return [];
  return [
    {
      at: ["slug"],
      message: `${quoted(slug)} is not what the file is called`,
      fix: `write \`slug: ${stem}\`, or call the file ${slug}.yaml`,
    },
  ];
}

function sameKey(cases: readonly unknown[]): readonly Fault[] {
  const first = new Map<unknown, number>();
  return cases.flatMap((one, index): readonly Fault[] => {
    const key = isMap(one) ? one.key : undefined;
    if (typeof key !== "string") return [];
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, index);
    if (earlier === undefined) return [];
    return [
      {
        at: ["cases", index, "key"],
        message: `${quoted(key)} is the key of cases[${earlier}] already`,
        fix: "give it another key",
      },
    ];
  });
}

function planOf(
  value: PlanFileValue,
  cases: readonly CaseFileValue[],
  { methods }: PlanRules,
  lineOf: (at: KeyPath) => number,
): Plan {
  const { qa_phase = "verification", blocking_mode = "blocking", target_env = null } = value.defaults ?? {};
  const defaults = { qa_phase, blocking_mode, target_env };
  return {
    slug: value.slug,
    title: value.title.trim(),
    purpose: value.purpose?.trim() ?? "",
    defaults,
    cases: cases.map((one, index) =>
      caseOf(one, defaults, methods.get(one.method_id) as Method, lineOf(["cases", index])),
    ),
  };
}

function caseOf(one: CaseFileValue, defaults: Plan["defaults"], method: Method, line: number): PlanCase {
  return {
    key: one.key,
    title: one.title.trim(),
    qa_kind: one.qa_kind?.trim() ?? method.qa_kind,
    method_id: one.method_id,
    instructions: one.instructions.trim(),
    expected_outcome: one.expected_outcome.trim(),
    method_config: one.method_config ?? {},
    qa_phase: one.qa_phase ?? defaults.qa_phase,
    blocking_mode: one.blocking_mode ?? defaults.blocking_mode,
    target_env: one.target_env ?? defaults.target_env,
    success_policy: one.success_policy ?? null,
    capability_requirements: [...new Set(one.capability_requirements ?? [])],
    suite_id: one.suite_id?.trim() ?? null,
    line,
  };
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withoutBlankKeys(one: unknown): unknown {
  return isMap(one) ? withoutBlanks(one) : one;
}
