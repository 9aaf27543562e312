import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics } from "@aws-lambda-powertools/metrics";
import { Tracer } from "@aws-lambda-powertools/tracer";
import { maskText } from "#knowledge";
import { NAMESPACE } from "../metric-names.ts";
import { heldMask } from "./held-secrets.ts";

export interface Telemetry {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
}

/** Log, metrics and traces of one function. Secrets that the process holds are masked in every text of the log. */
export function telemetry(lambda: string): Telemetry {
  const serviceName = `assay-${lambda}`;
  return {
    logger: new Logger({
      serviceName,
      jsonReplacerFn: (_, value) => (typeof value === "string" ? maskText(value, heldMask()) : value),
    }),
    metrics: new Metrics({ namespace: NAMESPACE, serviceName }),
    tracer: new Tracer({ serviceName }),
  };
}
