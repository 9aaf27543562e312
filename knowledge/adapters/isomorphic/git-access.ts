import { createHash, randomBytes } from "node:crypto";
import { isRepositoryUrl, repositoryUrl } from "../../config/repository-url.ts";
import { AssayError } from "../../errors.ts";
import type { IsomorphicOptions } from "./isomorphic-options.ts";

/** Who commits, whoever asks. */
const IDENTITY = { name: "Assay", email: "assay@noreply.invalid" };
/** Hosts take a token under any name, or say which one. */
const USERNAME = "git";

/** Who signs in at a plain git remote. */
export interface GitCredential {
  readonly username: string;
  readonly password: string;
}

/** How a remote is asked. A commit's mark is made with a key out of the credential; without one no other process knows it. */
export function gitAccess(
  url: string,
  credential: GitCredential | null,
  clock: IsomorphicOptions["clock"],
): IsomorphicOptions {
  const key =
    credential === null
      ? randomBytes(32).toString("hex")
      : createHash("sha256").update(`assay commits\n${credential.password}`).digest("hex");
  return {
    url: (repository) => repositoryUrl(url, repository),
    auth: async () => credential,
    identity: IDENTITY,
    key,
    clock,
  };
}

/** `name:token`, or a token alone, without the line's end that a file brings along. */
export function gitCredential(written: string): GitCredential {
  const text = written.trim();
  const colon = text.indexOf(":");
  return colon < 0
    ? { username: USERNAME, password: text }
    : { username: text.slice(0, colon) || USERNAME, password: text.slice(colon + 1) };
}

/**
 * The address that is in force and who asks, from the environment: `ASSAY_GIT_URL` before `forge.url` of the settings,
 * and `ASSAY_GIT_TOKEN`, a token or `name:token`; without it nobody.
 *
 * Settings come with a repository, and a branch may change them, so a token goes to no address but the one that the
 * environment names. Errors: forge_denied, forge_refused.
 */
export function gitPlace(
  env: Readonly<Record<string, string | undefined>>,
  settings: string,
): { readonly url: string; readonly credential: GitCredential | null } {
  const named = env.ASSAY_GIT_URL?.trim() ?? "";
  const token = env.ASSAY_GIT_TOKEN?.trim() ?? "";
  const url = named === "" ? settings : named;
  const { host } = new URL(settings);
  if (!isRepositoryUrl(url)) {
    const reason = "it is no https URL with {owner} and {name} in its path";
    throw new AssayError("forge_refused", { host, asked: "ASSAY_GIT_URL", reason });
  }
  if (token === "") return { url, credential: null };
  if (named === "")
    throw new AssayError("forge_denied", {
      host,
      asked: "the token",
      reason: "`forge.url` of the settings alone names it, and a token is not sent where only they say",
      way: `set ASSAY_GIT_URL='${settings}' if the token may go there`,
    });
  return { url, credential: gitCredential(token) };
}
