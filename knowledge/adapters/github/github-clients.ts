import { AssayError } from "../../errors.ts";
import type { RepositoryName } from "../../ports/forge.ts";
import { type GithubClient, githubClient, type Identity, type Shared } from "./github-client.ts";
import { type GithubOptions, WAITS } from "./github-options.ts";
import { memoryAnswers } from "./known-answers.ts";
import type { Target } from "./target.ts";
import { writePace } from "./write-pace.ts";

/** A repository, and the client that may ask about it. */
export interface Place extends Target {
  readonly host: string;
  readonly client: GithubClient;
}

/** Finds the client for a repository: one for all with a token or none, one for each installation of an App. */
export function githubClients(options: GithubOptions): (repository: RepositoryName) => Promise<Place> {
  const shared: Shared = {
    answers: options.etags ?? memoryAnswers(),
    pace: writePace(options.pauseMs ?? (options.waits ?? WAITS).betweenWrites),
  };
  const find =
    options.auth.kind === "app" ? installations(options, options.auth, shared) : sameForAll(options, shared);
  return async (repository) => {
    if (!/^https?:/i.test(options.api) || !URL.canParse(options.api))
      throw new AssayError("forge_refused", {
        host: options.host,
        asked: options.api,
        reason: "the API's address is no http URL",
      });
    const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(repository) ?? [];
    if (owner === undefined || repo === undefined || /^\.\.?$/.test(owner) || /^\.\.?$/.test(repo))
      throw new AssayError("forge_refused", {
        host: options.host,
        asked: repository,
        reason: "a repository is named owner/name",
      });
    return { host: options.host, owner, repo, client: await find({ owner, repo }) };
  };
}

type FindClient = (target: Target) => Promise<GithubClient>;

function sameForAll(options: GithubOptions, shared: Shared): FindClient {
  const { auth, host } = options;
  const identity: Identity =
    auth.kind === "token"
      ? { kind: "token", settings: { auth: auth.token } }
      : { kind: "none", settings: {} };
  let client: GithubClient | undefined;
  return async () => {
    // The header of such a token is refused by fetch in words that hold the token.
    if (auth.kind === "token" && !/^[\x21-\x7e]+$/.test(auth.token))
      throw new AssayError("forge_denied", {
        host,
        asked: "the token",
        reason: "it is empty, or holds spaces or other characters that no token has",
        way: "set ASSAY_GITHUB_TOKEN to the token alone",
      });
    client ??= githubClient(options, identity, shared);
    return client;
  };
}

function installations(
  options: GithubOptions,
  app: { readonly id: string; readonly key: string },
  shared: Shared,
): FindClient {
  const asApp = async (installation?: number): Promise<GithubClient> => {
    const { createAppAuth } = await import("@octokit/auth-app");
    const auth = {
      appId: app.id,
      privateKey: app.key,
      ...(installation === undefined ? {} : { installationId: installation }),
    };
    return githubClient(options, { kind: "app", settings: { authStrategy: createAppAuth, auth } }, shared);
  };
  let itself: Promise<GithubClient> | undefined;
  const found = new Map<string, Promise<number>>();
  const clients = new Map<number, Promise<GithubClient>>();
  const lookUp = async (target: Target): Promise<number> => {
    itself ??= signing(options.host, asApp);
    const { data } = await (await itself).request("GET /repos/{owner}/{repo}/installation", { ...target });
    return data.id;
  };
  return async ({ owner, repo }) => {
    const name = `${owner}/${repo}`.toLowerCase();
    const known = found.get(name) ?? lookUp({ owner, repo });
    found.set(name, known);
    const id = await known.catch((error: unknown) => {
      found.delete(name);
      throw error;
    });
    const client = clients.get(id) ?? asApp(id);
    clients.set(id, client);
    return client;
  };
}

/** The client of the App itself, once its key is known to sign. */
async function signing(host: string, open: () => Promise<GithubClient>): Promise<GithubClient> {
  try {
    const client = await open();
    await client.auth({ type: "app" });
    return client;
  } catch (error) {
    const reason = error instanceof Error ? error.message : "it signs nothing";
    const way =
      "check ASSAY_GITHUB_APP_ID, and that ASSAY_GITHUB_APP_KEY is the path of the App's key as PEM";
    throw new AssayError("forge_denied", { host, asked: "the App's key", reason, way }, error);
  }
}
