import { newerVersion } from "../../plan/parse-plan.ts";
import type { Fault, PlanProblem } from "../../plan/plan-problem.ts";
import { faultsOf, quoted } from "../../plan/say-fault.ts";
import { bounded, problemOf, readYamlFile } from "../../plan/yaml-file.ts";
import { normaliseAnchor } from "../../record/anchor.ts";
import { EVALS_VERSION, EvalFileSchema, type EvalFileValue } from "./eval-file.ts";
import type { EvalCase } from "./replay.ts";

export type ParsedEvals =
  | { readonly kind: "evals"; readonly cases: readonly EvalCase[] }
  | { readonly kind: "bad"; readonly problems: readonly PlanProblem[] };

/**
 * Reads the text of one file of the eval corpus. A file that is none is an answer that names all that is wrong with it; no
 * text makes it throw. Loads the YAML package, so import it late. Pure.
 */
export function parseEvals(text: string, file: string): ParsedEvals {
  const yaml = readYamlFile(file, text);
  const { value, problems } = yaml;
  if (problems.length > 0) return { kind: "bad", problems };
  const newer = newerVersion(value.version, EVALS_VERSION);
  const form = newer === null ? faultsOf(EvalFileSchema, value) : [newer];
  const faults = form.length > 0 ? form : meaningFaults(value as EvalFileValue);
  if (faults.length > 0)
    return { kind: "bad", problems: bounded(faults.map((fault) => problemOf(file, fault, yaml))) };
  return { kind: "evals", cases: (value as EvalFileValue).cases.map((one) => caseOf(one, file)) };
}

type FileCase = EvalFileValue["cases"][number];

function caseOf({ key, anchor, kind = "fact", type, root_cause, right }: FileCase, file: string): EvalCase {
  const normal = normaliseAnchor(anchor);
  return {
    name: `${file}#${key}`,
    anchor: normal.kind === "anchor" ? normal.anchor : anchor,
    kind,
    type: type ?? null,
    cause: root_cause ?? null,
    right: right.map((claim) => claim.trim()),
  };
}

function meaningFaults({ cases }: EvalFileValue): readonly Fault[] {
  const keys = new Set<string>();
  return cases.flatMap(({ key, anchor, kind = "fact", type, root_cause }, index): Fault[] => {
    const at = ["cases", index];
    const isTwice = keys.has(key);
    keys.add(key);
    const normal = normaliseAnchor(anchor);
    return [
      ...(isTwice
        ? [
            {
              at: [...at, "key"],
              message: `${quoted(key)} is the key of another case`,
              fix: "give it another",
            },
          ]
        : []),
      ...(normal.kind === "anchor"
        ? []
        : [
            {
              at: [...at, "anchor"],
              message: normal.problem,
              fix: "write it as in `anchors` of a record's file",
            },
          ]),
      ...(kind === "caution" && type !== undefined
        ? [
            {
              at: [...at, "type"],
              message: "a caution has no type",
              fix: "take it out, or write `kind: fact`",
            },
          ]
        : []),
      ...(kind === "fact" && root_cause !== undefined
        ? [
            {
              at: [...at, "root_cause"],
              message: "a fact has no root cause",
              fix: "take it out, or write `kind: caution`",
            },
          ]
        : []),
    ];
  });
}
