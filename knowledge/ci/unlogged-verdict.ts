import type { Verdict } from "../cause/cause.ts";
import { readConclusion } from "../cause/read-conclusion.ts";
import type { Check } from "./check.ts";

/** What can be said of a failed check whose log cannot be read: only what its conclusion says, without a quote. */
export function unloggedVerdict({ conclusion, url, annotations }: Check): Verdict {
  const said = conclusion === null ? null : readConclusion({ conclusion });
  const look = annotations > 0 ? "Read its annotations" : "Read what it says";
  return {
    cause: said?.cause ?? "unknown",
    infrastructure: said?.infrastructure ?? false,
    preExisting: false,
    confidence: said?.confidence ?? 0.1,
    decidedBy: "rule",
    rule: said?.rule ?? null,
    evidence: [],
    nextAction:
      said?.nextAction ??
      `${look}${url === null ? "" : `, and open its page for the log`}: there is none here to read the cause from.`,
  };
}
