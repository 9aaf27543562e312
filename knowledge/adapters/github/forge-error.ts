import { AssayError } from "../../errors.ts";
import { withoutInvisible, withoutSequences } from "../../text/terminal-text.ts";
import { type FailedRequest, isFailedRequest, networkCode } from "./failed-request.ts";
import { limitOf } from "./limit-of.ts";

/** Where and what was asked, without anything secret: the way without its query. */
export interface Asked {
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly auth: "none" | "token" | "app";
  /** Whether it changes something. */
  readonly writes: boolean;
}

const LONGEST_WORDS = 300;

/** What Octokit threw as an error of the product; any other error comes back as it is. */
export function forgeError(error: unknown, asked: Asked): unknown {
  if (error instanceof AssayError || !isFailedRequest(error)) return error;
  const { host } = asked;
  const place = { host, asked: `${asked.method} ${asked.path}` };
  const reason = wordsOf(error);
  if (error.response === undefined) {
    const way = asked.writes
      ? "its answer was lost, so it may have been done: look before it is asked for again"
      : "check the network and `forge.api` in .assay/config.yaml, then run the command again";
    return new AssayError("forge_unavailable", { ...place, reason, way }, error);
  }
  const limit = limitOf(error);
  if (limit !== null) {
    const when = limit.seconds === null ? null : askAgainAt(limit.seconds);
    const way =
      (when === null ? "wait some minutes" : `ask again after ${when}`) +
      (asked.auth === "none" ? ", or set ASSAY_GITHUB_TOKEN: with a token the limit is higher" : "");
    return new AssayError("forge_unavailable", { ...place, reason, way, when }, error);
  }
  switch (error.status) {
    case 401:
    case 403:
    case 451:
      return new AssayError(
        "forge_denied",
        { ...place, reason, way: allowWay(error, asked.auth), status: error.status },
        error,
      );
    case 404:
    case 410:
      return new AssayError("forge_missing", { ...place, reason }, error);
    default:
  }
  if (/^No commit found\b/i.test(reason)) return new AssayError("forge_missing", { ...place, reason }, error);
  if (error.status >= 400 && error.status < 500)
    return new AssayError("forge_refused", { ...place, reason }, error);
  const way = asked.writes
    ? "this is a fault on its side, and it may have been done: look before it is asked for again"
    : "this is a fault on its side: run the command again later";
  return new AssayError("forge_unavailable", { ...place, reason, way }, error);
}

/** The time in so many seconds, to the second. */
function askAgainAt(seconds: number): string {
  const time = new Date(Date.now() + seconds * 1_000);
  return Number.isNaN(time.getTime()) ? "some time" : `${time.toISOString().slice(0, 19)}Z`;
}

function allowWay({ status, response }: FailedRequest, auth: Asked["auth"]): string {
  if (auth === "none") return "set ASSAY_GITHUB_TOKEN to a token that may do this";
  const needed = response?.headers["x-accepted-github-permissions"];
  const who = auth === "app" ? "the App's installation" : "the token";
  if (status === 401)
    return auth === "app"
      ? "check ASSAY_GITHUB_APP_ID and ASSAY_GITHUB_APP_KEY"
      : "the token is not valid, or not any more: set ASSAY_GITHUB_TOKEN to one that is";
  return needed === undefined || needed === ""
    ? `give ${who} the permission that this needs`
    : `give ${who} one of these permissions: ${oneLine(String(needed))}`;
}

/** GitHub's own words in one line, or the network's. */
function wordsOf(error: FailedRequest): string {
  const { response } = error;
  if (response === undefined) {
    const code = networkCode(error);
    const message = oneLine(error.message);
    return code === null || message.includes(code) ? message : `${message} (${code})`;
  }
  const told = toldBy(response.data);
  return told === "" ? `status ${error.status}` : oneLine(told);
}

function toldBy(data: unknown): string {
  if (typeof data !== "object" || data === null || !("message" in data)) return "";
  const errors = "errors" in data && Array.isArray(data.errors) ? data.errors : [];
  return [String(data.message), ...errors.map(wordsOfPart)].filter((words) => words !== "").join("; ");
}

/** One of the things that GitHub finds wrong: words, or a field and a code. */
function wordsOfPart(part: unknown): string {
  if (typeof part !== "object" || part === null) return String(part);
  if ("message" in part && typeof part.message === "string") return part.message;
  return ["resource", "field", "code"]
    .map((key) => String(Reflect.get(part, key) ?? ""))
    .join(" ")
    .trim();
}

function oneLine(text: string): string {
  const clean = withoutInvisible(withoutSequences(text.toWellFormed()).replace(/\s+/g, " ")).trim();
  return clean.length > LONGEST_WORDS ? `${clean.slice(0, LONGEST_WORDS - 1)}…` : clean;
}
