import type { FailedRequest } from "./failed-request.ts";

/** That GitHub refuses a request because there were too many. */
export interface Limit {
  /** Seconds until it may be asked again; null where GitHub does not say. */
  readonly seconds: number | null;
}

/** The limit that a refusal tells of, or null where it is none. Seconds count by GitHub's clock. */
export function limitOf({ status, message, response }: FailedRequest): Limit | null {
  if (status !== 403 && status !== 429) return null;
  const headers = response?.headers ?? {};
  const after = Number(headers["retry-after"]);
  if (headers["retry-after"] !== undefined && Number.isFinite(after)) return { seconds: after };
  if (String(headers["x-ratelimit-remaining"]) === "0") {
    const now = Date.parse(String(headers.date)) || Date.now();
    const reset = Number(headers["x-ratelimit-reset"]) * 1_000;
    return { seconds: Number.isFinite(reset) ? Math.max(0, Math.ceil((reset - now) / 1_000)) : null };
  }
  return status === 429 || /\b(secondary rate|abuse detection)\b/i.test(message) ? { seconds: null } : null;
}
