import type { Method, VerdictPath } from "./method.ts";
import { METHOD_VERSION, type MethodFileValue, MethodSchema } from "./method-file.ts";
import { METHODS } from "./methods/index.ts";
import { newerVersion } from "./parse-plan.ts";
import type { Fault, PlanProblem } from "./plan-problem.ts";
import { RUNNERS, type RunnerFacts } from "./runners.ts";
import { faultsOf, quoted } from "./say-fault.ts";
import { stemOf } from "./stem-of.ts";
import { bounded, problemOf, readYamlFile } from "./yaml-file.ts";

export type ParsedMethod =
  | { readonly kind: "method"; readonly method: Method }
  | { readonly kind: "bad"; readonly problems: readonly PlanProblem[] };

/** Who may judge what a contract leaves behind: never less than the runner can show. */
const VERDICT_PATHS = {
  command: ["automatic"],
  "command-ci": ["automatic"],
  "browser-check": ["automatic"],
  "browser-inspection": ["agent", "person"],
  terminal: ["automatic", "agent", "person"],
  "machine-state": ["automatic"],
  mission: ["agent", "person"],
  manual: ["person"],
} as const satisfies Record<Method["config_contract"], readonly VerdictPath[]>;

/**
 * Reads the text of a project's own method, `.assay/methods/<id>.yaml`. A file that is none is an answer that names
 * everything that is wrong with it; no text makes it throw. Loads the YAML package, so import it late. Pure.
 */
export function parseMethod(text: string, file: string): ParsedMethod {
  const yaml = readYamlFile(file, text);
  const { value, problems } = yaml;
  if (problems.length > 0) return { kind: "bad", problems };
  const newer = newerVersion(value.version, METHOD_VERSION);
  const form = newer === null ? faultsOf(MethodSchema, value) : [newer];
  const faults = form.length > 0 ? form : meaningFaults(value as MethodFileValue, file);
  if (faults.length > 0)
    return { kind: "bad", problems: bounded(faults.map((fault) => problemOf(file, fault, yaml))) };
  return { kind: "method", method: methodOf(value as MethodFileValue) };
}

function meaningFaults(value: MethodFileValue, file: string): readonly Fault[] {
  const { id, runner_id, config_contract, verdict_path, concurrency } = value;
  const runner: RunnerFacts = RUNNERS[runner_id];
  const paths: readonly VerdictPath[] = VERDICT_PATHS[config_contract];
  const stem = stemOf(file);
  return [
    ...(METHODS.some((method) => method.id === id)
      ? [{ at: ["id"], message: `${quoted(id)} is a built-in method`, fix: "give it another id" }]
      : []),
    ...(id === stem
      ? []
      : [
          {
            at: ["id"],
            message: `${quoted(id)} is not what the file is called`,
            fix: `write \`id: ${stem}\`, or call the file ${id}.yaml`,
          },
        ]),
    ...(runner.contracts.includes(config_contract)
      ? []
      : [
          {
            at: ["config_contract"],
            message: `${quoted(config_contract)} is nothing that ${runner_id} carries out`,
            fix: `write ${runner.contracts.map((one) => `\`${one}\``).join(" or ")}, or name another runner`,
          },
        ]),
    ...(paths.includes(verdict_path)
      ? []
      : [
          {
            at: ["verdict_path"],
            message: `${quoted(verdict_path)} cannot judge what a case of ${config_contract} leaves behind`,
            fix: `write ${paths.map((one) => `\`${one}\``).join(" or ")}`,
          },
        ]),
    ...(runner_id === "agent" && verdict_path === "person"
      ? [
          {
            at: ["verdict_path"],
            message: "`agent` has a model judge what it captures, and this leaves it to a person",
            fix: "write `agent`, or name the runner browser_substrate",
          },
        ]
      : []),
    ...(concurrency === "parallel" && runner.concurrency === "serial"
      ? [
          {
            at: ["concurrency"],
            message: `${runner_id} carries out one case at a time`,
            fix: "write `serial`, or take it out",
          },
        ]
      : []),
  ];
}

function methodOf(value: MethodFileValue): Method {
  const { id, title, runner_id, config_contract, verdict_path, evidence_contract } = value;
  const runner: RunnerFacts = RUNNERS[runner_id];
  const kinds = [...runner.needs, ...(value.required_capability_kinds ?? [])];
  return {
    id,
    title: title.trim(),
    runner_id,
    required_capability_kinds: [...new Set(kinds)],
    verdict_path,
    evidence_contract: evidence_contract.trim(),
    concurrency: value.concurrency ?? runner.concurrency,
    config_contract,
    qa_kind: value.qa_kind?.trim() ?? kindOf(config_contract),
  };
}

function kindOf(contract: Method["config_contract"]): string {
  return METHODS.find((method) => method.config_contract === contract)?.qa_kind ?? contract;
}
