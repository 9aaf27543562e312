export interface Kill {
  /** The request to forge, git or model, from 1 on, at which the process is killed. */
  readonly at: number;
  /** `unheard`: the request is not carried out. `unanswered`: only its answer is lost. */
  readonly how: "unheard" | "unanswered";
}

/** A request that a play made, and how much its ledger had kept by then. */
export interface Asked {
  readonly request: string;
  /** Batches of events. */
  readonly kept: number;
}

/** What changes something outside, or is paid for. */
export const WRITES = /^(?:POST|PUT|PATCH|DELETE) .*(?<!git-upload-pack)$|^the model$/;

/**
 * Where to kill a play so that no state is left out: at each write and each call of the model both before it is
 * carried out and before its answer is heard, at the first request after anything was kept or written, and at the
 * first request of each kind. Between two requests left out lies nothing that outlives the process.
 */
export function killMoments(asked: readonly Asked[]): readonly Kill[] {
  const met = new Set<string>();
  let written = 0;
  return asked.flatMap(({ request, kept }, index): Kill[] => {
    const at = index + 1;
    const signs = [`${kept} ${written}`, kindOf(request)];
    const isNew = signs.some((sign) => !met.has(sign));
    for (const sign of signs) met.add(sign);
    if (WRITES.test(request)) {
      written++;
      return [
        { at, how: "unheard" },
        { at, how: "unanswered" },
      ];
    }
    return isNew ? [{ at, how: at % 2 === 0 ? "unheard" : "unanswered" }] : [];
  });
}

/** A request without what differs from one to the next of its kind. */
function kindOf(request: string): string {
  return request
    .replace(/\?.*/, "")
    .replace(/\b[0-9a-f]{40}\b/g, "HASH")
    .replace(/\d+/g, "N");
}
