import type { RepositoryName } from "../../knowledge/ports/forge.ts";
import type { Github } from "../support/github/github.ts";
import type { RunLife } from "./killing.ts";
import { SECOND } from "./scene.ts";

/** A request that a run makes to the forge. */
export interface RunRequest {
  readonly method: string;
  /** Without what differs from repository to repository, e.g. `GET /repos/_/issues/#`. */
  readonly name: string;
  /** As it is called now; null where it is about none in particular. */
  readonly repository: RepositoryName | null;
  readonly writes: boolean;
}

/** Milliseconds that a request takes, about. */
const TAKES = 90;
/** Seconds that a client waits for a limit. */
const WAITED_FOR = 60;

/** A `fetch` of the double whose every request is a call of a run, takes a while, and is told of. */
export function runFetch(
  github: Github,
  life: RunLife,
  told: (request: RunRequest) => void,
): typeof globalThis.fetch {
  return async (input, init) => {
    const request = requestOf(github, new URL(input instanceof Request ? input.url : input), init ?? {});
    return life.request(request.name, async () => {
      told(request);
      github.clock.advance(TAKES);
      const response = await github.fetch(input, init);
      const after = Number(response.headers.get("retry-after") ?? 0);
      // Whoever is told to come back does, unless it is too long.
      if (response.status === 403 && after > 0 && after <= WAITED_FOR) github.clock.advance(after * SECOND);
      return response;
    });
  };
}

function requestOf(github: Github, { pathname }: URL, { method = "GET", body }: RequestInit): RunRequest {
  const path = pathname.replace(/^\/api(?:\/v3)?/, "");
  if (path === "/graphql") {
    const [, kind = "", operation = ""] =
      /"query"\s*:\s*"\s*(query|mutation)\s+(\w+)/.exec(String(body)) ?? [];
    return { method, name: `${kind} ${operation}`, repository: null, writes: kind === "mutation" };
  }
  const [, owner, name] = /^\/repos\/([^/]+)\/([^/]+)/.exec(path) ?? [];
  const [, id] = /^\/repositories\/(\d+)/.exec(path) ?? [];
  const repository =
    owner !== undefined ? `${owner}/${name}` : id === undefined ? null : calledNow(github, id);
  return {
    method,
    name: `${method} ${shapeOf(path)}`,
    repository: repository as RepositoryName | null,
    writes: method !== "GET" && method !== "HEAD",
  };
}

/** Name of the repository with this id, which addresses of renamed ones are made of. */
function calledNow({ state }: Github, id: string): string | null {
  const found = [...state.repositories.values()].find((one) => String(one.id) === id);
  return found === undefined ? null : `${found.owner}/${found.name}`;
}

function shapeOf(path: string): string {
  return path
    .replace(/^\/repos\/[^/]+\/[^/]+/, "/repos/_")
    .replace(/^\/repositories\/\d+/, "/repos/_")
    .replace(/\b[0-9a-f]{40}\b/g, "@")
    .replace(/\b[0-9a-f]{16}\b/g, "@")
    .replace(/%2F.*$/i, "…")
    .replace(/\/\d+\b/g, "/#")
    .replace(/\/contents\/.*/, "/contents/…");
}
