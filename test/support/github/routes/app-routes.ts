import type { Call } from "../http/call.ts";
import { textsField } from "../http/fields.ts";
import { page } from "../http/page.ts";
import { refusal } from "../http/reply.ts";
import { route } from "../http/route.ts";
import { makeToken, permits } from "../http/tokens.ts";
import { appShape } from "../shapes/app-shape.ts";
import { installationShape } from "../shapes/installation-shape.ts";
import { repositoryShape } from "../shapes/repository-shape.ts";
import type { Schemas } from "../shapes/schemas.ts";
import { findRepository } from "../state/find-repository.ts";
import type { RepositoryState } from "../state/state.ts";
import type { Permissions } from "../state/token-state.ts";

const JWT = { permissions: [], jwt: true } as const;
const HOUR = 3_600_000;

/** The app itself, where it is installed, and tokens for its installation. */
export const appRoutes = [
  route("GET", "/app", JWT, ({ state }) => ({
    status: 200,
    json: {
      ...appShape(state, state.app.slug),
      id: state.app.id,
      client_id: state.app.clientId,
      installations_count: 1,
    },
  })),
  route("GET", "/repos/{owner}/{repo}/installation", JWT, (call) => {
    const { state, repository } = call;
    if (!isInstalled(call, repository)) throw refusal(404, "Not Found");
    return { status: 200, json: installationShape(state, repository.owner, repository.createdAt) };
  }),
  // Of an organisation too.
  route("GET", "/users/{username}/installation", JWT, (call) => {
    const { state, params } = call;
    const found = installed(call).find((one) => one.owner.toLowerCase() === params.username?.toLowerCase());
    if (found === undefined) throw refusal(404, "Not Found");
    return { status: 200, json: installationShape(state, found.owner, found.createdAt) };
  }),
  route("GET", "/installation/repositories", { permissions: [], signedIn: true }, (call) => {
    const { state, actor } = call;
    if (actor.kind !== "installation")
      throw refusal(
        403,
        "You must authenticate with an installation access token in order to list repositories for an installation.",
      );
    const { repositories: made } = actor;
    const seen = installed(call).filter(
      ({ owner, name }) => made === "all" || made.has(`${owner}/${name}`.toLowerCase()),
    );
    return page(call, seen, (shown, total_count) => ({
      total_count,
      repository_selection: made === "all" ? "all" : "selected",
      repositories: shown.map((one) => repositoryShape(state, one)),
    }));
  }),
  route("POST", "/app/installations/{installation_id}/access_tokens", JWT, (call) => {
    const { state, body } = call;
    if (call.params.installation_id !== String(state.app.installation)) throw refusal(404, "Not Found");
    const names = textsField(call, "repositories");
    const ids = Array.isArray(body.repository_ids) ? body.repository_ids : undefined;
    const chosen = names === undefined && ids === undefined ? null : choose(call, names ?? [], ids ?? []);
    const asked = body.permissions as Permissions | undefined;
    if (asked !== undefined && !permits(state.app.permissions, asked)) {
      throw refusal(422, "The permissions requested are not granted to this installation.");
    }
    const granted = asked === undefined ? state.app.permissions : { ...asked, metadata: "read" as const };
    const all = state.app.repositories === "all" ? undefined : [...state.app.repositories];
    const token = makeToken(
      state,
      {
        permissions: granted,
        repositories: chosen?.map((one) => `${one.owner}/${one.name}`) ?? all,
        expiresIn: HOUR,
        quota: `installation ${state.app.installation}`,
      },
      state.app,
    );
    const shape: Schemas["installation-token"] = {
      token: token.token,
      expires_at: state.clock.iso(token.expiresAt!),
      permissions: granted,
      repository_selection: chosen === null && state.app.repositories === "all" ? "all" : "selected",
      ...(chosen === null ? {} : { repositories: chosen.map((one) => repositoryShape(state, one)) }),
    };
    return { status: 201, json: shape };
  }),
];

function isInstalled({ state }: Call, { owner, name }: RepositoryState): boolean {
  return state.app.repositories === "all" || state.app.repositories.has(`${owner}/${name}`.toLowerCase());
}

function installed(call: Call): RepositoryState[] {
  return [...call.state.repositories.values()].filter((one) => isInstalled(call, one));
}

function choose(call: Call, names: readonly string[], ids: readonly unknown[]): RepositoryState[] {
  const all = installed(call);
  const byName = names.map(
    (name) => all.find((one) => one.name === name) ?? findRepository(call.state, name),
  );
  const byId = ids.map((id) => all.find((one) => one.id === id));
  const chosen = [...byName, ...byId].filter((one) => one !== undefined);
  if (chosen.length === names.length + ids.length) return chosen;
  throw refusal(
    422,
    "There is at least one repository that does not exist or is not accessible to the parent installation.",
  );
}
