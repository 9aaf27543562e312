import type { Octokit } from "@octokit/core";
import { failedQuery } from "./failed-query.ts";
import { isFailedRequest, networkCode } from "./failed-request.ts";
import { isWrite } from "./is-write.ts";
import { limitOf } from "./limit-of.ts";
import { LONGEST_WAIT } from "./longest-wait.ts";

/** The connection was never made, so nobody carried the request out. */
const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/**
 * An Octokit plug-in that stands below the one that repeats requests, and decides what may be repeated: a read, and a
 * write that surely was not carried out. A write whose answer is lost is not sent again. An answer that broke off or
 * is no JSON, which Octokit takes for a text, is a failure; so is a limit or a fault that GraphQL tells with 200.
 */
export function sendSafely(octokit: Octokit): void {
  octokit.hook.wrap("request", async (request, options) => {
    const response = await request(options);
    const whole = options.request.parseSuccessResponseBody !== false && options.request.redirect !== "manual";
    const { status, data } = response;
    if (
      whole &&
      (status === 200 || status === 201) &&
      (typeof data !== "object" || data === null || data instanceof ArrayBuffer)
    )
      throw Object.assign(new Error("the answer broke off or is no JSON"), {
        status: 500,
        request: { method: options.method, url: options.url, request: options.request },
      });
    const failed = options.url.endsWith("/graphql") ? failedQuery(response, options) : null;
    if (failed !== null) throw failed;
    return response;
  });
  octokit.hook.error("request", (error, options) => {
    if (!isFailedRequest(error)) throw error;
    const repeatable = !isWrite(options);
    const limit = limitOf(error);
    if (limit === null) {
      if (!repeatable && !NEVER_SENT.has(networkCode(error) ?? "")) options.request.retries = 0;
      throw error;
    }
    // The throttling plug-in knows a limit by these signs; one that only says when to come back is waited for here.
    const known =
      /\bsecondary rate\b/i.test(error.message) ||
      String(error.response?.headers["x-ratelimit-remaining"]) === "0";
    if (!known && limit.seconds !== null && limit.seconds <= LONGEST_WAIT)
      error.request.request = {
        ...error.request.request,
        retries: 2,
        retryAfter: Math.max(1, limit.seconds),
      };
    throw error;
  });
}
