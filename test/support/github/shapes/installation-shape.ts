import type { GithubState } from "../state/state.ts";
import type { Schemas } from "./schemas.ts";
import { userShape } from "./user-shape.ts";

/** The app's installation at an owner. */
export function installationShape(
  state: GithubState,
  owner: string,
  createdAt: number,
): Schemas["installation"] {
  const { installation, repositories, id, clientId, slug, permissions } = state.app;
  const created = state.clock.iso(createdAt);
  return {
    id: installation,
    account: userShape(state, owner),
    repository_selection: repositories === "all" ? "all" : "selected",
    access_tokens_url: `${state.api}/app/installations/${installation}/access_tokens`,
    repositories_url: `${state.api}/installation/repositories`,
    html_url: `${state.web}/settings/installations/${installation}`,
    app_id: id,
    client_id: clientId,
    app_slug: slug,
    target_id: Number(userShape(state, owner).id),
    target_type: "Organization",
    permissions,
    events: [],
    created_at: created,
    updated_at: created,
    single_file_name: null,
    suspended_by: null,
    suspended_at: null,
  };
}
