import { githubForge } from "../../knowledge/adapters/github/forge.ts";
import type { Forge } from "../../knowledge/ports/forge.ts";
import type { Github } from "./github/github.ts";

/** The real adapter, asking the double without a wait between two tries. */
export function forgeOf(github: Github, token = github.token()): Forge {
  return githubForge({
    host: new URL(github.web).host,
    api: github.url,
    auth: { kind: "token", token },
    userAgent: "assay-test",
    log: () => {},
    waits: { second: 1, betweenWrites: 0, silence: 5_000 },
  });
}
