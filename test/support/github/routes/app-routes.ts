import type { Call } from "../http/call.ts";
import { textsField } from "../http/fields.ts";
import { refusal } from "../http/reply.ts";
import { route } from "../http/route.ts";
import { makeToken, permits } from "../http/tokens.ts";
import { appShape } from "../shapes/app-shape.ts";
import { repositoryShape } from "../shapes/repository-shape.ts";
import type { Schemas } from "../shapes/schemas.ts";
import { userShape } from "../shapes/user-shape.ts";
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
    const root = `${state.api}/app/installations/${state.app.installation}`;
    const shape: Schemas["installation"] = {
      id: state.app.installation,
      account: userShape(state, repository.owner),
      repository_selection: state.app.repositories === "all" ? "all" : "selected",
      access_tokens_url: `${root}/access_tokens`,
      repositories_url: `${state.api}/installation/repositories`,
      html_url: `${state.web}/settings/installations/${state.app.installation}`,
      app_id: state.app.id,
      client_id: state.app.clientId,
      app_slug: state.app.slug,
      target_id: Number(userShape(state, repository.owner).id),
      target_type: "Organization",
      permissions: state.app.permissions,
      events: [],
      created_at: state.clock.iso(repository.createdAt),
      updated_at: state.clock.iso(repository.createdAt),
      single_file_name: null,
      suspended_by: null,
      suspended_at: null,
    };
    return { status: 200, json: shape };
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

function choose(call: Call, names: readonly string[], ids: readonly unknown[]): RepositoryState[] {
  const all = [...call.state.repositories.values()].filter((one) => isInstalled(call, one));
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
