/**
 * How every client of AWS asks: a bounded number of times with growing pauses between (`standard`, whose bucket of
 * retries is shared by the calls of a client), and never for ever. `requestTimeout` lasts until the answer begins, so
 * that an upload has to fit into it. Milliseconds.
 */
export const clientSettings = {
  retryMode: "standard",
  maxAttempts: 6,
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
} as const;
