import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Config, holdsSecret, secretsMask } from "#knowledge";
import { keptAnswers } from "#knowledge/adapters/files/kept-answers";
import { githubChangeRequests } from "#knowledge/adapters/github/change-requests";
import { githubCiFeed } from "#knowledge/adapters/github/ci-feed";
import { githubForge } from "#knowledge/adapters/github/forge";
import { githubAuth } from "#knowledge/adapters/github/github-auth";
import { githubClients } from "#knowledge/adapters/github/github-clients";
import { githubRequestBranch } from "#knowledge/adapters/github/request-branch";
import { systemClock } from "#knowledge/adapters/system/clock";
import { packageJson } from "../package-json.ts";
import type { ForgePlace, ForgePorts } from "./forge-place.ts";

/** GitHub, as the environment signs in; the ports share their clients, and with them one pace of writes. */
export async function openGithub(
  place: ForgePlace,
  { host, api: named, writePauseMs: pauseMs }: Config["forge"],
): Promise<ForgePorts> {
  const { env, note } = place;
  const api = env.ASSAY_GITHUB_API || named;
  const auth = await githubAuth(env, api);
  const userAgent = `assay/${packageJson.version}`;
  const etags = auth.kind === "token" ? await kept(place, `${api} ${auth.token}`) : null;
  const known = etags === null ? {} : { etags };
  const options = { host, api, auth, userAgent, log: note, pauseMs, ...known };
  const clients = githubClients(options);
  return {
    forge: githubForge(options, clients),
    ciFeed: githubCiFeed(options, clients),
    requestBranch: githubRequestBranch(options, clients),
    changeRequests: githubChangeRequests(options, clients),
  };
}

/** What a token was answered is kept for the next process, but in CI, where each job has a token of its own. */
async function kept({ mode, secrets, state }: ForgePlace, asker: string) {
  const folder = mode === "ci" ? null : await state();
  if (folder === null) return null;
  let mask: ReturnType<typeof secretsMask> | undefined;
  return keptAnswers({
    folder: join(folder, "answers"),
    view: createHash("sha256").update(asker).digest("hex"),
    now: systemClock.now,
    async mayKeep(text) {
      mask ??= secretsMask(secrets);
      return !holdsSecret(text, await mask);
    },
  });
}
