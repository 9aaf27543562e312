import { githubCiFeed } from "../../knowledge/adapters/github/ci-feed.ts";
import type { CiFeed } from "../../knowledge/ports/ci-feed.ts";
import type { Github } from "./github/github.ts";

/** The real adapter, asking the double without a wait between two tries. */
export function ciFeedOf(github: Github, token = github.token()): CiFeed {
  return githubCiFeed({
    host: new URL(github.web).host,
    api: github.url,
    auth: { kind: "token", token },
    userAgent: "assay-test",
    log: () => {},
    waits: { second: 1, betweenWrites: 0, silence: 5_000 },
  });
}
