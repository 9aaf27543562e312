import { randomBytes } from "node:crypto";
import type { Reply } from "../http/reply.ts";
import type { Download, GithubState } from "./state.ts";

/** Where a file lies is told for a minute. */
const ADDRESS_LASTS = 60_000;

/** The redirect to a file in the storage, by an address that says how long it is good for. */
export function storedAt(state: GithubState, path: string, file: Omit<Download, "expiresAt">): Reply {
  const secret = randomBytes(24).toString("base64url");
  const expiresAt = state.clock.now() + ADDRESS_LASTS;
  state.downloads.set(secret, { ...file, expiresAt });
  const end = encodeURIComponent(state.clock.iso(expiresAt));
  const location = `${state.storage}/actions-results/${path}?se=${end}&sig=${secret}`;
  return { status: 302, headers: { location } };
}
