import { readFile } from "node:fs/promises";
import { AssayError } from "../../errors.ts";
import type { GithubAuth } from "./github-options.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** GitHub's own API: what may be sent there may be sent whatever the settings say. */
const OWN_API = "https://api.github.com";

/**
 * Who asks GitHub, from the environment: `ASSAY_GITHUB_TOKEN`; an App by `ASSAY_GITHUB_APP_ID` and
 * `ASSAY_GITHUB_APP_KEY`, the path of its key; `GITHUB_TOKEN`; `GH_TOKEN`; else nobody, which reads what is public.
 *
 * Settings come with a repository, and a branch may change them, so a token goes to no other API than GitHub's own
 * or the one that the environment names too. Errors: forge_denied.
 */
export async function githubAuth(env: Environment, api: string): Promise<GithubAuth> {
  const set = (name: string): string => env[name]?.trim() ?? "";
  const auth = await authOf(set);
  const trusted = [OWN_API, set("ASSAY_GITHUB_API"), set("GITHUB_API_URL")].map(withoutSlash);
  if (auth.kind === "none" || trusted.includes(withoutSlash(api))) return auth;
  throw new AssayError("forge_denied", {
    host: api,
    asked: "the token",
    reason: "`forge.api` of the settings alone names this API, and a token is not sent where only they say",
    way: `set ASSAY_GITHUB_API=${api} if the token may go there`,
  });
}

async function authOf(set: (name: string) => string): Promise<GithubAuth> {
  const own = set("ASSAY_GITHUB_TOKEN");
  if (own !== "") return { kind: "token", token: own };
  const id = set("ASSAY_GITHUB_APP_ID");
  if (id !== "") return { kind: "app", id, key: await readKey(set("ASSAY_GITHUB_APP_KEY")) };
  const token = set("GITHUB_TOKEN") || set("GH_TOKEN");
  return token === "" ? { kind: "none" } : { kind: "token", token };
}

async function readKey(path: string): Promise<string> {
  const refuse = (reason: string, cause?: unknown): AssayError =>
    new AssayError(
      "forge_denied",
      {
        host: "ASSAY_GITHUB_APP_KEY",
        asked: path === "" ? "the App's key" : path,
        reason,
        way: "set ASSAY_GITHUB_APP_KEY to the path of the App's key as PEM, which you may read",
      },
      cause,
    );
  if (path === "") throw refuse("it is not set, and ASSAY_GITHUB_APP_ID is");
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw refuse(error instanceof Error && "code" in error ? String(error.code) : "it cannot be read", error);
  }
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
