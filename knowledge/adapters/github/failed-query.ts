import type { AnswerHeaders, FailedRequest } from "./failed-request.ts";

interface Answered {
  readonly headers: AnswerHeaders;
  readonly data: unknown;
}

/**
 * What GraphQL tells with status 200 and is a failure of the whole request: a limit as the 403 that REST answers, a
 * fault on GitHub's side as a 502; null where the answer may be looked at.
 */
export function failedQuery(
  answered: Answered,
  options: { readonly method: string; readonly url: string; readonly request?: Record<string, unknown> },
): FailedRequest | null {
  const errors = errorsOf(answered.data);
  const limited = errors.find(({ type, message }) => type === "RATE_LIMITED" || isSecondary(message));
  if (limited !== undefined) {
    const spent = isSecondary(limited.message) ? {} : { "x-ratelimit-remaining": "0" };
    return failure(403, limited.message, { ...answered.headers, ...spent });
  }
  const fault = errors.find(({ message }) => /^(?:Something went wrong|Timeout on)\b/.test(message));
  return fault === undefined ? null : failure(502, fault.message, answered.headers);

  function failure(status: number, message: string, headers: AnswerHeaders): FailedRequest {
    const { method, url, request = {} } = options;
    const response = { headers, data: { message } };
    return Object.assign(new Error(message), { status, request: { method, url, request }, response });
  }
}

function isSecondary(message: string): boolean {
  return /\bsecondary rate\b/i.test(message);
}

/** The list of errors; a body that is a message alone counts as one. */
function errorsOf(data: unknown): readonly { readonly type?: string; readonly message: string }[] {
  if (typeof data !== "object" || data === null) return [];
  if ("errors" in data && Array.isArray(data.errors))
    return data.errors.map((error) => ({ ...error, message: String(error?.message ?? "") }));
  return "message" in data && !("data" in data) ? [{ message: String(data.message) }] : [];
}
