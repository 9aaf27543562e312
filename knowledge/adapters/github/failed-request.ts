/** What Octokit throws about a request: GitHub's answer, or 500 and no answer where none came. */
export interface FailedRequest extends Error {
  status: number;
  request: { readonly method: string; readonly url: string; request?: Record<string, unknown> };
  response?: { readonly headers: AnswerHeaders; readonly data: unknown };
}

export type AnswerHeaders = Readonly<Record<string, string | number | undefined>>;

/** Whether Octokit threw it about a request. */
export function isFailedRequest(error: unknown): error is FailedRequest {
  return error instanceof Error && "status" in error && "request" in error;
}

/** Code of the network's error below it, e.g. `ECONNREFUSED`, or null. */
export function networkCode(error: Error): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ("code" in at && typeof at.code === "string") return at.code;
  return null;
}
