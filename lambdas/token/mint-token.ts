import { createAppAuth } from "@octokit/auth-app";
import { Octokit } from "@octokit/core";
import type { TokenAnswer } from "./event.ts";
import { PURPOSES, type Purpose } from "./purposes.ts";

export interface App {
  readonly id: string;
  /** Its private key, PEM. */
  readonly key: string;
  /** URL of the REST API. */
  readonly api: string;
}

export interface Narrowed {
  readonly purpose: Purpose;
  /** `owner/name`, all of one owner. */
  readonly repositories: readonly [string, ...string[]];
}

/** An installation's token that can do what its purpose allows, in these repositories, and nothing else. */
export async function mintToken(app: App, { purpose, repositories }: Narrowed): Promise<TokenAnswer> {
  const [owner = "", repo = ""] = repositories[0].split("/");
  const octokit = new Octokit({
    authStrategy: createAppAuth,
    auth: { appId: app.id, privateKey: app.key },
    baseUrl: app.api,
    userAgent: "assay",
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  try {
    const { data } = await octokit.request("GET /repos/{owner}/{repo}/installation", { owner, repo });
    const minted = (await octokit.auth({
      type: "installation",
      installationId: data.id,
      repositoryNames: repositories.map((name) => name.slice(owner.length + 1)),
      permissions: PURPOSES[purpose],
    })) as { readonly token: string; readonly expiresAt: string };
    return { kind: "token", token: minted.token, expiresAt: minted.expiresAt };
  } catch (error) {
    return notMinted(error, repositories[0]);
  }
}

/** GitHub's own words are left out: they can hold the request. */
function notMinted(error: unknown, repository: string): TokenAnswer {
  const status = error instanceof Error && "status" in error ? Number(error.status) : null;
  if (status === null) {
    // A key that signs nothing never becomes a request.
    const unsent = error instanceof Error && /key|PEM|ASN|DECODER|asn1|JWT/.test(error.message);
    if (unsent) return refused("the App's key does not sign: it is no private key as PEM");
    return { kind: "unavailable", why: "GitHub gives no answer" };
  }
  switch (status) {
    case 404:
      return refused(`GitHub knows no App of this id, or it is not installed where it sees ${repository}`);
    case 401:
      return refused("GitHub does not know the App by this id and key");
    case 422:
      return refused("the App lacks a permission that the purpose needs, or a repository that was named");
    case 403:
      return isLimit(error)
        ? { kind: "unavailable", why: "GitHub limits how often it may be asked" }
        : refused("the installation is suspended, or the App may not do this");
    case 429:
      return { kind: "unavailable", why: "GitHub limits how often it may be asked" };
    default:
      return status >= 500
        ? { kind: "unavailable", why: `GitHub answers ${status}` }
        : refused(`GitHub answers ${status}`);
  }
}

function refused(why: string): TokenAnswer {
  return { kind: "refused", why };
}

function isLimit(error: unknown): boolean {
  const { response } = error as {
    readonly response?: { readonly headers: Readonly<Record<string, unknown>> };
  };
  const headers = response?.headers ?? {};
  return headers["retry-after"] !== undefined || headers["x-ratelimit-remaining"] === "0";
}
