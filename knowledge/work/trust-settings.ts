import { CONFIG_PATH, type Config, DEFAULT_CONFIG } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import { AssayError } from "../errors.ts";
import type { ConfigFile } from "../ports/config-file.ts";
import type { Deps } from "../ports/deps.ts";
import type { ForgeChange } from "../ports/forge.ts";
import { remoteFor } from "./remote-for.ts";

type TrustDeps = Pick<Deps, "forge" | "repository" | "changeBranch">;

/** What is to be trusted. */
interface TrustQuestion {
  /** The settings of the work tree as they were read; it is these that hold, not what the file is later. */
  readonly configFile: ConfigFile;
  /** A person stands by them. */
  readonly trusts: boolean;
}

/** A branch whose settings hold. */
interface Base {
  /** Name or URL for git. */
  readonly remote: string;
  readonly branch: string;
}

/**
 * Lets the settings of the work tree hold for a change, or refuses: they say where a model's key is sent, what is run
 * here, what it may cost and which files count as tests, so they must not be the change's own. They hold where
 * the base branch has the same text, where HEAD has no commit that the base branch lacks (then a person put them
 * there), or where a person says that they trust them. Without a file the defaults hold. What a change can say of
 * itself (its branch's name, its attributes, its links) has no part in it. Errors: settings_untrusted, config_invalid,
 * those of the forge, git and the repository.
 */
export async function trustSettings(
  deps: TrustDeps,
  change: ForgeChange,
  { configFile, trusts }: TrustQuestion,
): Promise<void> {
  const file = await configFile.read();
  if (trusts || file === null) return;
  const isAsked = !namesForge(await readConfig(configFile));
  if (isAsked && (await deps.forge.file(change.repository, CONFIG_PATH, change.base.branch)) === file.text)
    return;
  const base = isAsked ? await baseOfChange(deps, change) : await baseOfClone(deps);
  if (base !== null && (await isOf(deps, file.text, base))) return;
  throw new AssayError("settings_untrusted", {
    file: CONFIG_PATH,
    change: `${change.repository}#${change.number}`,
    base: base?.branch ?? "the default branch",
  });
}

/** Whether the settings themselves say who tells of the change; nobody can then be asked what its base branch is. */
function namesForge({ forge }: Config): boolean {
  const { host, api } = DEFAULT_CONFIG.forge;
  return forge.host !== host || forge.api !== api;
}

/** The base branch that the forge tells. */
async function baseOfChange(deps: TrustDeps, { repository, base }: ForgeChange): Promise<Base> {
  return { remote: await remoteFor(deps, repository, DEFAULT_CONFIG.forge.host), branch: base.branch };
}

/** The default branch of what was cloned: a person chose it, and no forge is asked. */
async function baseOfClone({ repository }: TrustDeps): Promise<Base | null> {
  const [remotes, branch] = await Promise.all([repository.remotes(), repository.defaultBranch()]);
  const remote = remotes[0]?.name;
  return remote === undefined || branch === null ? null : { remote, branch };
}

async function isOf(
  { changeBranch, repository }: TrustDeps,
  text: string,
  { remote, branch }: Base,
): Promise<boolean> {
  const [tip] = await changeBranch.fetch(remote, [`refs/heads/${branch}`]);
  if (tip === undefined) return false;
  if ((await changeBranch.read(tip, CONFIG_PATH)) === text) return true;
  const { commit } = await repository.head();
  return commit !== null && (await changeBranch.log(tip, commit)).length === 0;
}
