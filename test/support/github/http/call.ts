import type { GithubState, RepositoryState } from "../state/state.ts";
import type { TokenState } from "../state/token-state.ts";

/** One request to a route, understood. */
export interface Call {
  readonly state: GithubState;
  readonly method: string;
  /** Address as it was asked for, on the API's root. */
  readonly address: URL;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  /** Header `Accept`, lower case. */
  readonly accept: string;
  readonly bearer: string | null;
  readonly actor: TokenState;
  /** Repository of the path; undefined, whatever its type says, for the routes whose path has none. */
  readonly repository: RepositoryState;
}
