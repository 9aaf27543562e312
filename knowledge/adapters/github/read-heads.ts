import type { DefaultBranch } from "../../ports/ci-feed.ts";
import type { RepositoryName } from "../../ports/forge.ts";
import { askInParts, asksTooMuch } from "./ask-in-parts.ts";
import { askQuery, type QueryError, queryError } from "./ask-query.ts";
import type { GithubClients, NamedPlace } from "./github-clients.ts";

const MOST_AT_ONCE = 50;

const HEAD = `fragment Head on Repository {
  nameWithOwner visibility isArchived
  defaultBranchRef { name target { oid ... on Commit { committedDate statusCheckRollup { state } } } }
}`;

interface RepositoryAnswer {
  readonly nameWithOwner: RepositoryName;
  readonly visibility: string;
  readonly isArchived: boolean;
  readonly defaultBranchRef: {
    readonly name: string;
    readonly target: {
      readonly oid: string;
      readonly committedDate?: string;
      readonly statusCheckRollup?: { readonly state: string } | null;
    } | null;
  } | null;
}

/** The tips of default branches: a query for 50 repositories that one identity sees, in the order asked. */
export async function readHeads(
  clients: GithubClients,
  repositories: readonly RepositoryName[],
): Promise<readonly DefaultBranch[]> {
  const unique = [...new Set(repositories)];
  const found = new Map(
    unique.map((asked): [RepositoryName, DefaultBranch] => [asked, { kind: "missing", asked }]),
  );
  for (const places of await clients.together(unique))
    for (const head of await askInParts(places, MOST_AT_ONCE, askHeads)) found.set(head.asked, head);
  return repositories.map((repository) => found.get(repository)!);
}

async function askHeads(asked: readonly NamedPlace[]): Promise<readonly DefaultBranch[] | null> {
  const definitions = asked.map((_, index) => `$o${index}: String!, $n${index}: String!`);
  const aliases = asked.map(
    (_, index) => `r${index}: repository(owner: $o${index}, name: $n${index}) { ...Head }`,
  );
  const { data, errors } = await askQuery(asked[0]!, {
    text: `query Heads(${definitions.join(", ")}) { ${aliases.join(" ")} } ${HEAD}`,
    variables: Object.fromEntries(
      asked.flatMap((place, index) => [
        [`o${index}`, place.owner],
        [`n${index}`, place.repo],
      ]),
    ),
  });
  if (asked.length > 1 && asksTooMuch(errors)) return null;
  return asked.map((place, index) => {
    const { repository } = place;
    const answer = data[`r${index}`] as RepositoryAnswer | null | undefined;
    const inTheWay = errors.find((error) => error.path[0] === `r${index}` || error.path.length === 0);
    if (inTheWay === undefined || isOutOfSight(inTheWay)) return headOf(repository, answer ?? null);
    throw queryError(place, `the tip of ${repository}`, inTheWay);
  });
}

/** The repository itself is not there for this token. A permission that is missing for a part of it is an error. */
function isOutOfSight({ type, path }: QueryError): boolean {
  return path.length === 1 && (type === "NOT_FOUND" || type === "FORBIDDEN");
}

function headOf(asked: RepositoryName, answer: RepositoryAnswer | null): DefaultBranch {
  if (answer === null) return { kind: "missing", asked };
  const { nameWithOwner: repository, defaultBranchRef: ref } = answer;
  const target = ref?.target ?? null;
  if (ref === null || target === null) return { kind: "empty", asked, repository };
  return {
    kind: "branch",
    asked,
    repository,
    branch: ref.name,
    commit: target.oid,
    committedAt: target.committedDate ?? "",
    rollup: (target.statusCheckRollup?.state.toLowerCase() ?? null) as RollupWord | null,
    isPublic: answer.visibility === "PUBLIC",
    archived: answer.isArchived,
  };
}

type RollupWord = NonNullable<Extract<DefaultBranch, { kind: "branch" }>["rollup"]>;
