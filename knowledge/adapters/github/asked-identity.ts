import type { RepositoryName } from "../../ports/forge.ts";
import { checkToken } from "./check-token.ts";
import type { GithubClient, Identity } from "./github-client.ts";

interface Asked {
  readonly host: string;
  readonly token: () => Promise<string>;
}

type Hook = (
  request: GithubClient["request"],
  route: unknown,
  parameters?: Record<string, unknown>,
) => Promise<unknown>;

/** Somebody who asks for a token for these repositories before each request. */
export function askedIdentity(
  host: string,
  ask: (repositories: readonly RepositoryName[]) => Promise<string>,
  repositories: readonly RepositoryName[],
): Identity {
  const auth: Asked = { host, token: () => ask(repositories) };
  return { kind: "token", settings: { authStrategy: signing, auth } };
}

/** Octokit's form of whoever signs requests. */
function signing({ host, token }: Asked) {
  const hook: Hook = async (request, route, parameters) => {
    const asked = request.endpoint.merge(route as string, parameters);
    asked.headers.authorization = `token ${checkToken(host, await token())}`;
    return request(asked as never);
  };
  return Object.assign(async () => ({ type: "token", token: await token() }), { hook });
}
