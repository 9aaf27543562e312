import { AssayError } from "../../errors.ts";
import { type GithubClient, githubClient, type Shared } from "./github-client.ts";
import type { GithubOptions } from "./github-options.ts";
import type { Target } from "./target.ts";

/** Finds for a repository the client of the App's installation that sees it. Errors: forge_missing where none does. */
export function appClients(
  options: GithubOptions,
  app: { readonly id: string; readonly key: string },
  shared: Shared,
): (target: Target) => Promise<GithubClient> {
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
