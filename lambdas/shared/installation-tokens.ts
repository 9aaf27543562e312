import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { AssayError } from "#knowledge";
import type { TokenAnswer, TokenRequest } from "../token/event.ts";
import { holdSecret } from "./held-secrets.ts";

/** Milliseconds before its end after which a token is not used any more. */
const SPARE_MS = 5 * 60_000;

interface Kept {
  readonly token: string;
  readonly until: number;
}

/** Tokens of this process, by alias, organisation and repositories: the messages that follow use them again. */
const kept = new Map<string, Promise<Kept>>();
let client: LambdaClient | undefined;

/**
 * Tokens out of the token function by its alias, each for repositories of one owner that the organisation watches; one
 * that is in force is used again until five minutes before its end. `host` is the forge's, for messages. Errors: forge_denied, forge_unavailable.
 */
export function installationTokens(
  alias: string,
  host: string,
): (organisation: string, repositories: readonly string[]) => Promise<string> {
  const asked = "a token for the App";

  const ask = async (request: TokenRequest): Promise<Kept> => {
    const answer = await invoke(request);
    switch (answer.kind) {
      case "token":
        holdSecret(answer.token);
        return { token: answer.token, until: Date.parse(answer.expiresAt) - SPARE_MS };
      case "unavailable":
        throw new AssayError("forge_unavailable", {
          host,
          asked,
          reason: answer.why,
          way: "the message comes again by itself",
        });
      case "refused":
        throw new AssayError("forge_denied", {
          host,
          asked,
          reason: answer.why,
          way: "docs/operators-guide.md says what the App needs",
        });
      case "checked":
        throw new AssayError("internal", { problem: "a token was asked for and a check was answered" });
    }
  };

  const invoke = async (request: TokenRequest): Promise<TokenAnswer> => {
    const unavailable = (reason: string, cause?: unknown) =>
      new AssayError(
        "forge_unavailable",
        { host, asked, reason, way: "look into the log of the token function; the message comes again" },
        cause,
      );
    client ??= new LambdaClient({ maxAttempts: 3 });
    const reply = await client
      .send(new InvokeCommand({ FunctionName: alias, Payload: JSON.stringify(request) }))
      .catch((error: unknown) => {
        const name = error instanceof Error ? error.name : "";
        if (name !== "AccessDeniedException") throw unavailable("the token function cannot be called", error);
        const reason = "this function's role may not call the token function by this alias";
        throw new AssayError("forge_denied", { host, asked, reason, way: "deploy again" }, error);
      });
    if (reply.FunctionError !== undefined || reply.Payload === undefined)
      throw unavailable("the token function failed");
    return JSON.parse(new TextDecoder().decode(reply.Payload)) as TokenAnswer;
  };

  return async (organisation, repositories) => {
    const names = [...new Set(repositories.map((name) => name.toLowerCase()))].sort();
    const key = [alias, organisation, ...names].join(" ");
    const known = await kept.get(key)?.catch(() => undefined);
    if (known !== undefined && Date.now() < known.until) return known.token;
    const fresh = ask({ organisation, repositories: names });
    kept.set(key, fresh);
    try {
      return (await fresh).token;
    } catch (error) {
      kept.delete(key);
      throw error;
    }
  };
}
