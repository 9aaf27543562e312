import type { Session } from "../../ports/session.ts";
import { onPath } from "../shell/toolchains.ts";

interface SessionPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a browser is found and starts. */
  readonly hasBrowser: () => Promise<boolean>;
  /** Whether this is a work tree of a repository. */
  readonly isRepository: () => Promise<boolean>;
  /** Kinds that nobody can look for, which the settings say that a host of this project has. */
  readonly declared: () => Promise<readonly string[]>;
}

/** Kinds that are found by looking, which no setting can give to a host. */
const FOUND = ["browser-control", "docker", "ssh", "repo", "github"] as const;

/** Variables that sign in to GitHub. */
const GITHUB = ["ASSAY_GITHUB_TOKEN", "ASSAY_GITHUB_APP_ID", "GITHUB_TOKEN", "GH_TOKEN"] as const;

/**
 * Who is at work, by `ASSAY_SESSION` and `ASSAY_ACTOR`. Capabilities are looked for once, when they first matter: a
 * browser by starting it, docker and ssh on the PATH, a repository with git, a variable that signs in to GitHub.
 */
export function systemSession({ env, hasBrowser, isRepository, declared }: SessionPlace): Session {
  const has = {
    "browser-control": hasBrowser,
    docker: () => isOnPath("docker"),
    ssh: () => isOnPath("ssh"),
    repo: async () => (await isOnPath("git")) && (await isRepository()),
    github: async () => GITHUB.some((name) => (env[name] ?? "").trim() !== ""),
  } as const satisfies Record<(typeof FOUND)[number], () => Promise<boolean>>;
  const isOnPath = async (program: string) => (await onPath(env.PATH ?? "", program)) !== null;

  let looked: Promise<readonly string[]> | undefined;
  async function look(): Promise<readonly string[]> {
    const found = await Promise.all(FOUND.map(async (kind) => ((await has[kind]()) ? [kind] : [])));
    const said = (await declared()).filter((kind) => !FOUND.some((known) => known === kind));
    return [...found.flat(), ...said];
  }
  return {
    id: env.ASSAY_SESSION?.trim() || null,
    isAgent: env.ASSAY_ACTOR?.trim() === "agent",
    capabilities() {
      looked ??= look();
      return looked;
    },
  };
}
