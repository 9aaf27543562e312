import { AssayError } from "../../errors.ts";
import type { RepositoryName } from "../../ports/forge.ts";
import { parseRepositoryName } from "../../text/repository-name.ts";
import { appClients } from "./app-clients.ts";
import { askedIdentity } from "./asked-identity.ts";
import { checkToken } from "./check-token.ts";
import { type GithubClient, githubClient, type Identity, type Shared } from "./github-client.ts";
import { type GithubOptions, WAITS } from "./github-options.ts";
import { isMissing } from "./is-missing.ts";
import { memoryAnswers } from "./known-answers.ts";
import type { Target } from "./target.ts";
import { writePace } from "./write-pace.ts";

/** A repository, and the client that may ask about it. */
export interface Place extends Target {
  readonly host: string;
  readonly client: GithubClient;
}

/** Finds the client for a repository; what they write they write at one pace. */
export interface GithubClients {
  (repository: RepositoryName): Promise<Place>;
  /** Places that one client can be asked about at once, a list a client; repositories that none sees are left out. */
  together(repositories: readonly RepositoryName[]): Promise<readonly (readonly NamedPlace[])[]>;
}

export interface NamedPlace extends Place {
  /** As it was asked for. */
  readonly repository: RepositoryName;
}

type FindClient = (target: Target) => Promise<GithubClient>;

/** The clients for one way to sign: one for all with a token or none, one for each installation of an App. */
export function githubClients(options: GithubOptions): GithubClients {
  const { auth, host } = options;
  const shared: Shared = {
    answers: options.etags ?? memoryAnswers(),
    pace: writePace(options.pauseMs ?? (options.waits ?? WAITS).betweenWrites),
  };
  const asked = new Map<string, GithubClient>();
  const askedFor = (ask: (names: readonly RepositoryName[]) => Promise<string>, names: RepositoryName[]) => {
    const key = names.join(" ").toLowerCase();
    const client = asked.get(key) ?? githubClient(options, askedIdentity(host, ask, names), shared);
    asked.set(key, client);
    return client;
  };
  const find: FindClient =
    auth.kind === "app"
      ? appClients(options, auth, shared)
      : auth.kind === "asked"
        ? async ({ owner, repo }) => askedFor(auth.ask, [`${owner}/${repo}`])
        : sameForAll(options, shared);
  const at = async (repository: RepositoryName): Promise<Place> => {
    const target = targetOf(options, repository);
    return { host, ...target, client: await find(target) };
  };
  const together = async (repositories: readonly RepositoryName[]) => {
    if (auth.kind !== "asked") return groupByClient(repositories, at);
    return [...groupBy(repositories, (name) => targetOf(options, name).owner.toLowerCase())].map((names) => {
      const client = askedFor(auth.ask, names.toSorted());
      return names.map((repository) => ({ host, ...targetOf(options, repository), client, repository }));
    });
  };
  return Object.assign(at, { together });
}

function targetOf({ api, host }: GithubOptions, repository: RepositoryName): Target {
  if (!/^https?:/i.test(api) || !URL.canParse(api))
    throw new AssayError("forge_refused", { host, asked: api, reason: "the API's address is no http URL" });
  const named = parseRepositoryName(repository);
  if (named === null)
    throw new AssayError("forge_refused", {
      host,
      asked: repository,
      reason: "a repository is named owner/name",
    });
  return { owner: named.owner, repo: named.name };
}

async function groupByClient(
  repositories: readonly RepositoryName[],
  at: (repository: RepositoryName) => Promise<Place>,
): Promise<readonly (readonly NamedPlace[])[]> {
  const places: NamedPlace[] = [];
  for (const repository of repositories) {
    // An App that is not installed there does not see it.
    const place = await at(repository).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (place !== null) places.push({ ...place, repository });
  }
  return [...groupBy(places, ({ client }) => client)];
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Iterable<Item[]> {
  const groups = new Map<unknown, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups.values();
}

function sameForAll(options: GithubOptions, shared: Shared): FindClient {
  const { auth, host } = options;
  const identity: Identity =
    auth.kind === "token"
      ? { kind: "token", settings: { auth: auth.token } }
      : { kind: "none", settings: {} };
  let client: GithubClient | undefined;
  return async () => {
    if (auth.kind === "token") checkToken(host, auth.token);
    client ??= githubClient(options, identity, shared);
    return client;
  };
}
