import { Octokit } from "@octokit/core";
import { paginateRest } from "@octokit/plugin-paginate-rest";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { type Asked, forgeError } from "./forge-error.ts";
import { type GithubOptions, WAITS } from "./github-options.ts";
import { isWrite } from "./is-write.ts";
import type { KnownAnswers } from "./known-answers.ts";
import { LONGEST_WAIT } from "./longest-wait.ts";
import { paceWrites } from "./pace-writes.ts";
import { readAgain } from "./read-again.ts";
import { sendSafely } from "./send-safely.ts";
import type { WritePace } from "./write-pace.ts";

const Client = Octokit.plugin(paceWrites, sendSafely, retry, throttling, paginateRest);

/** GitHub's REST API as one identity asks it. Every failure is an error of the forge. */
export type GithubClient = InstanceType<typeof Client>;

/** What all clients of a forge share. */
export interface Shared {
  readonly answers: KnownAnswers;
  readonly pace: WritePace;
}

/** How Octokit is told who asks. */
export interface Identity {
  readonly kind: Asked["auth"];
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A rate limit is waited for this often. */
const MOST_WAITS = 2;
/** No sense in sending these again; limits are waited for, not tried against. */
const FINAL = [400, 401, 403, 404, 405, 409, 410, 422, 429, 451];

/** A client for one identity. Octokit's plug-ins stand in the order from the wire up: sending, repeating, limits. */
export function githubClient(options: GithubOptions, identity: Identity, shared: Shared): GithubClient {
  const { host, log } = options;
  const waits = options.waits ?? WAITS;
  const api = options.api.replace(/\/+$/, "");
  const quiet = { debug: silent, info: silent, warn: log, error: log };
  const fetch = options.fetch ?? globalThis.fetch;
  const wait = (retryAfter: number, _: unknown, __: unknown, retryCount: number): boolean => {
    if (retryAfter > LONGEST_WAIT || retryCount >= MOST_WAITS) return false;
    log(`${host} limits how often it may be asked; going on in ${retryAfter} s`);
    return true;
  };
  const client = new Client({
    ...identity.settings,
    baseUrl: api,
    pace: shared.pace,
    userAgent: options.userAgent,
    log: quiet,
    request: {
      log: quiet,
      fetch: (url: string, init: RequestInit) =>
        fetch(url, { ...init, signal: init.signal ?? AbortSignal.timeout(waits.silence) }),
    },
    retry: { doNotRetry: FINAL, retryAfterBaseValue: waits.second },
    throttle: {
      onRateLimit: wait,
      onSecondaryRateLimit: wait,
      retryAfterBaseValue: waits.second,
      // `paceWrites` has one pace for all that is written, instead of the plug-in's own for the whole process.
      write: NO_ROW,
      notifications: NO_ROW,
    },
  });
  readAgain(client, shared.answers, api);
  client.hook.wrap("request", async (request, asked) => {
    try {
      return await request(asked);
    } catch (error) {
      const { method, url } = client.request.endpoint(asked);
      const path = new URL(url).pathname;
      throw forgeError(error, { host, method, path, auth: identity.kind, writes: isWrite(asked) });
    }
  });
  return client;
}

const silent = (): void => {};

/** No pace, in the form in which the throttling plug-in asks for one: it schedules nothing but a turn. */
const NO_ROW = { key: () => ({ schedule: async () => {} }) } as never;
