import { createHash } from "node:crypto";
import type { GithubState } from "../state/state.ts";
import type { Schemas } from "./schemas.ts";
import { userShape } from "./user-shape.ts";

/** An app by its slug, as it stands in a check run. */
export function appShape(state: GithubState, slug: string): NonNullable<Schemas["nullable-integration"]> {
  const made = state.clock.iso(Date.UTC(2025, 0, 1));
  return {
    id: createHash("sha256").update(slug).digest().readUInt16BE(0),
    slug,
    node_id: `A_${slug}`,
    client_id: `Iv1.${slug}`,
    owner: userShape(state, slug === "github-actions" ? "github" : slug),
    name: slug === "github-actions" ? "GitHub Actions" : slug,
    description: "",
    external_url: `${state.web}/apps/${slug}`,
    html_url: `${state.web}/apps/${slug}`,
    created_at: made,
    updated_at: made,
    permissions: { checks: "write", metadata: "read" },
    events: [],
  };
}
