import type { Octokit } from "@octokit/core";
import { isFailedRequest } from "./failed-request.ts";
import type { KnownAnswers } from "./known-answers.ts";
import { rebaseLinks } from "./rebase-links.ts";

/**
 * Lets an Octokit ask for what it knows already on condition that it changed: GitHub answers 304 where it did not,
 * which costs nothing of the quota. Links to other pages stay under `api`.
 */
export function readAgain(octokit: Octokit, answers: KnownAnswers, api: string): void {
  octokit.hook.wrap("request", async (request, options) => {
    const { redirect, parseSuccessResponseBody } = options.request;
    if (options.method !== "GET" || redirect === "manual" || parseSuccessResponseBody === false)
      return request(options);
    const { url } = octokit.request.endpoint(options);
    const key = `${options.headers.accept ?? ""} ${url}`;
    const known = await answers.get(key);
    if (known !== null) options.headers["if-none-match"] = known.etag;
    try {
      const response = await request(options);
      const { etag, link } = response.headers;
      if (link !== undefined) response.headers.link = rebaseLinks(link, api);
      if (response.status === 200 && etag !== undefined)
        await answers.put(key, {
          etag,
          url: response.url,
          link: response.headers.link ?? null,
          body: JSON.stringify(response.data, plainNumber),
        });
      return response;
    } catch (error) {
      if (known === null || !isFailedRequest(error) || error.status !== 304) throw error;
      return {
        status: 200,
        url: known.url,
        headers: { etag: known.etag, ...(known.link === null ? {} : { link: known.link }) },
        data: JSON.parse(known.body),
      };
    }
  });
}

/** Octokit reads numbers past the safe ones as bigints, which JSON does not write. */
function plainNumber(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
