import type { QaResponse } from "#knowledge";
import type { Detail } from "../screen.ts";

/** Why there is nothing to show, with the way out. */
export function refusedDetail({ errors }: Pick<QaResponse<unknown>, "errors">): Detail {
  return {
    path: null,
    blocks: errors.flatMap(({ code, message, recover }) => [
      { kind: "title", text: message } as const,
      { kind: "text", text: code, tone: "quiet" } as const,
      { kind: "gap" } as const,
      { kind: "quote", text: recover } as const,
    ]),
    evidence: [],
    links: [],
    tests: [],
  };
}
