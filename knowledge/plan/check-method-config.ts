import { canonicalJson } from "../text/canonical-json.ts";
import { CONFIG_SCHEMAS } from "./config-contracts.ts";
import type { Method } from "./method.ts";
import type { Fault } from "./plan-problem.ts";
import { faultsOf } from "./say-fault.ts";

/** Bytes of a config as canonical JSON: a requirement keeps it whole. */
const MOST_BYTES = 32 * 1024;

type Step = Readonly<Record<string, unknown>>;

/**
 * What is wrong with a case's config by the contract of its method: all of it, keys from the top of the config. None where
 * it can be carried out. Pure.
 */
export function checkMethodConfig(
  method: Pick<Method, "config_contract" | "verdict_path">,
  config: unknown,
): readonly Fault[] {
  const faults = faultsOf(CONFIG_SCHEMAS[method.config_contract], config);
  if (faults.some(({ at }) => at.length === 0)) return faults;
  const between = betweenSteps(method, stepsOf(config));
  if (faults.length > 0 || between.length > 0) return [...faults, ...between];
  return Buffer.byteLength(canonicalJson(config)) > MOST_BYTES
    ? [
        {
          at: [],
          message: `is larger than ${MOST_BYTES / 1024} KiB`,
          fix: "make two cases of it, or shorten its texts",
        },
      ]
    : [];
}

function betweenSteps(
  { config_contract, verdict_path }: Pick<Method, "config_contract" | "verdict_path">,
  steps: readonly Step[],
): readonly Fault[] {
  const has = (action: string) => steps.some((step) => step.action === action);
  const at = ["steps"];
  if (steps.length === 0) return [];
  switch (config_contract) {
    case "browser-check":
    case "browser-inspection":
      return [
        ...(steps[0]?.action === "navigate"
          ? []
          : [
              {
                at: [...at, 0],
                message: "stands before the first navigate",
                fix: "begin with `{action: navigate, route: /…}`",
              },
            ]),
        ...(config_contract === "browser-check" && !has("assert")
          ? [
              {
                at,
                message: "has no assert: nothing is checked",
                fix: "add `{action: assert, target: …, check: visible}`, or take method browser-inspection",
              },
            ]
          : []),
        ...(config_contract === "browser-inspection" && !has("screenshot")
          ? [
              {
                at,
                message: "has no screenshot: nothing is there to judge",
                fix: "add `{action: screenshot, capture: …}`, or take method browser-check",
              },
            ]
          : []),
        ...sameCapture(steps),
      ];
    case "terminal":
      return [
        ...(verdict_path === "automatic" && !has("assert")
          ? [
              {
                at,
                message: "has no assert: nothing is checked",
                fix: "add `{action: assert, check: exit_code, expected: 0}`, or take method terminal-inspection",
              },
            ]
          : []),
        ...(verdict_path !== "automatic" && !has("capture")
          ? [
              {
                at,
                message: "has no capture: nothing is there to judge",
                fix: "add `{action: capture, capture: …}`, or take method terminal-check",
              },
            ]
          : []),
        ...sameCapture(steps),
      ];
    default:
      return [];
  }
}

/** Captures are kept by their names. */
function sameCapture(steps: readonly Step[]): readonly Fault[] {
  const first = new Map<unknown, number>();
  return steps.flatMap(({ capture }, index): readonly Fault[] => {
    if (typeof capture !== "string") return [];
    const earlier = first.get(capture);
    if (earlier === undefined) first.set(capture, index);
    return earlier === undefined
      ? []
      : [
          {
            at: ["steps", index, "capture"],
            message: `is the capture of steps[${earlier}] already`,
            fix: "give it another name",
          },
        ];
  });
}

function stepsOf(config: unknown): readonly Step[] {
  const steps = (config as { readonly steps?: unknown } | null)?.steps;
  return Array.isArray(steps)
    ? steps.map((step) => (typeof step === "object" && step !== null ? step : {}))
    : [];
}
