import { AssayError } from "../../errors.ts";

/**
 * The token, if it is one that can be sent: the header of another is refused by fetch in words that hold the token.
 * Errors: forge_denied.
 */
export function checkToken(host: string, token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new AssayError("forge_denied", {
    host,
    asked: "the token",
    reason: "it is empty, or holds spaces or other characters that no token has",
    way: "set ASSAY_GITHUB_TOKEN to the token alone",
  });
}
