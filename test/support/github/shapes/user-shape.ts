import { createHash } from "node:crypto";
import type { GithubState } from "../state/state.ts";
import type { Schemas } from "./schemas.ts";

/** A person or a bot (`name[bot]`). */
export function userShape(state: GithubState, login: string): Schemas["simple-user"] {
  const url = `${state.api}/users/${encodeURIComponent(login)}`;
  const bot = login.endsWith("[bot]");
  return {
    login,
    id: createHash("sha256").update(login.toLowerCase()).digest().readUInt32BE(0),
    node_id: `U_${Buffer.from(login).toString("base64url")}`,
    avatar_url: `${state.web}/avatars/${encodeURIComponent(login)}`,
    gravatar_id: "",
    url,
    html_url: bot ? `${state.web}/apps/${login.slice(0, -"[bot]".length)}` : `${state.web}/${login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: bot ? "Bot" : "User",
    user_view_type: "public",
    site_admin: false,
  };
}
