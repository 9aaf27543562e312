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

/** Variables that sign in to GitHub. */
const GITHUB = ["ASSAY_GITHUB_TOKEN", "ASSAY_GITHUB_APP_ID", "GITHUB_TOKEN", "GH_TOKEN"] as const;

/**
 * Who is at work, by `ASSAY_SESSION` and `ASSAY_ACTOR`. Capabilities are looked for once, each when it first
 * matters: a browser by starting it, docker and ssh on the PATH, a repository with git, a variable that signs in to
 * GitHub.
 */
export function systemSession({ env, hasBrowser, isRepository, declared }: SessionPlace): Session {
  // No setting can give a host what is found by looking.
  const found: Readonly<Record<string, () => Promise<boolean>>> = {
    "browser-control": hasBrowser,
    docker: () => isOnPath("docker"),
    ssh: () => isOnPath("ssh"),
    repo: async () => (await isOnPath("git")) && (await isRepository()),
    github: async () => GITHUB.some((name) => (env[name] ?? "").trim() !== ""),
  };
  const isOnPath = async (program: string) => (await onPath(env.PATH ?? "", program)) !== null;

  const looked = new Map<string, Promise<boolean>>();
  function has(kind: string): Promise<boolean> {
    const known = looked.get(kind);
    if (known !== undefined) return known;
    const looking = Object.hasOwn(found, kind)
      ? found[kind]!()
      : declared().then((kinds) => kinds.includes(kind));
    looked.set(kind, looking);
    return looking;
  }
  return {
    id: env.ASSAY_SESSION?.trim() || null,
    isAgent: env.ASSAY_ACTOR?.trim() === "agent",
    async capabilities(among) {
      const kinds = await Promise.all(among.map(async (kind) => ((await has(kind)) ? [kind] : [])));
      return kinds.flat();
    },
  };
}
