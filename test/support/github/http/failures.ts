/** What is to go wrong, on purpose. */
export interface Failure {
  /** Which requests; a text or expression meets `METHOD /path?query`, the path below the API's root (or the whole
   * path for git and for logs). Without it: all. */
  readonly match?:
    | string
    | RegExp
    | ((request: { readonly method: string; readonly path: string }) => boolean)
    | undefined;
  /** How often; 1 unless told. */
  readonly times?: number | undefined;
  /**
   * A status (an error in the API's form), `reset` (the connection breaks), `truncate` (half of the answer, then the
   * connection breaks), `slow` (the answer comes `delay` milliseconds late), `html` (a page where JSON is expected),
   * `graphql` (200, with an error of this `type` and `message`).
   */
  readonly how: number | "reset" | "truncate" | "slow" | "html" | "graphql";
  readonly type?: string | undefined;
  /** Whether the request is carried out first, so that only its answer is lost; `truncate` and `slow` always do. */
  readonly after?: boolean | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly message?: string | undefined;
  readonly delay?: number | undefined;
}

export interface Failures {
  add(failure: Failure): void;
  /** The failure that meets a request, used once; undefined where none does. */
  take(request: { readonly method: string; readonly path: string }): Failure | undefined;
  clear(): void;
}

export function failures(): Failures {
  let waiting: { failure: Failure; left: number }[] = [];
  return {
    add: (failure) => void waiting.push({ failure, left: failure.times ?? 1 }),
    take: (request) => {
      const met = waiting.find(({ failure, left }) => left > 0 && meets(failure.match, request));
      if (met !== undefined) met.left -= 1;
      waiting = waiting.filter(({ left }) => left > 0);
      return met?.failure;
    },
    clear: () => {
      waiting = [];
    },
  };
}

function meets(
  match: Failure["match"],
  request: { readonly method: string; readonly path: string },
): boolean {
  if (match === undefined) return true;
  if (typeof match === "function") return match(request);
  const line = `${request.method} ${request.path}`;
  return typeof match === "string" ? line.includes(match) : match.test(line);
}
