import { createAppAuth } from "@octokit/auth-app";
import { Octokit } from "@octokit/core";
import type { TokenAnswer } from "./event.ts";
import { installedAmong } from "./installed-among.ts";
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

/**
 * A token of the owner's installation that can do what its purpose allows, in those of these repositories that the
 * installation has, and nothing else. One that is gone, renamed or taken out of the App is left out and keeps none from
 * the others; refused where none is left.
 */
export async function mintToken(app: App, { purpose, repositories }: Narrowed): Promise<TokenAnswer> {
  const [owner = ""] = repositories[0].split("/");
  const own = { appId: app.id, privateKey: app.key };
  const octokit = new Octokit({ ...settingsOf(app), authStrategy: createAppAuth, auth: own });
  const permissions = PURPOSES[purpose];
  try {
    // GitHub answers this for organisations too. Asked by a repository, it would depend on that one being there.
    const { data } = await octokit.request("GET /users/{username}/installation", { username: owner });
    const tokenFor = async (narrowed: Narrowing) =>
      (await octokit.auth({ type: "installation", installationId: data.id, ...narrowed })) as Minted;
    const mint = async (names: readonly string[]): Promise<TokenAnswer> => {
      const repositoryNames = names.map((name) => name.slice(owner.length + 1));
      const { token, expiresAt } = await tokenFor({ repositoryNames, permissions });
      return { kind: "token", token, expiresAt, repositories: names };
    };
    try {
      return await mint(repositories);
    } catch (error) {
      // GitHub refuses a token as a whole for one name that the installation does not have.
      if (statusOf(error) !== 422) throw error;
      const { token } = await tokenFor({ permissions: { metadata: "read" } });
      const lister = new Octokit({ ...settingsOf(app), auth: token });
      const there = await installedAmong(lister, repositories);
      if (there.length === 0) return refused(`the App is not installed where it sees ${repositories[0]}`);
      return await mint(there);
    }
  } catch (error) {
    return notMinted(error, owner);
  }
}

interface Narrowing {
  readonly repositoryNames?: readonly string[];
  readonly permissions: Readonly<Record<string, string>>;
}

interface Minted {
  readonly token: string;
  readonly expiresAt: string;
}

function settingsOf({ api }: App) {
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  return { baseUrl: api, userAgent: "assay", log };
}

/** GitHub's own words are left out: they can hold the request. */
function notMinted(error: unknown, owner: string): TokenAnswer {
  const status = statusOf(error);
  if (status === null) {
    // A key that signs nothing never becomes a request.
    const unsent = error instanceof Error && /key|PEM|ASN|DECODER|asn1|JWT/.test(error.message);
    if (unsent) return refused("the App's key does not sign: it is no private key as PEM");
    return { kind: "unavailable", why: "GitHub gives no answer" };
  }
  switch (status) {
    case 404:
      return refused(`GitHub knows no App of this id, or it is not installed at ${owner}`);
    case 401:
      return refused("GitHub does not know the App by this id and key");
    case 422:
      return refused("the App lacks a permission that the purpose needs");
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

function statusOf(error: unknown): number | null {
  return error instanceof Error && "status" in error ? Number(error.status) : null;
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
