import { readConfig } from "../../config/read-config.ts";
import type { Deps } from "../../ports/deps.ts";

/** What the project is called: `qa.project` of the settings, else the name of its repository, else `project`. Errors: config_invalid, those of the ports. */
export async function projectName({
  configFile,
  repository,
}: Pick<Deps, "configFile" | "repository">): Promise<string> {
  const { qa } = await readConfig(configFile);
  if (qa.project !== null) return qa.project;
  for (const { urls } of await repository.remotes())
    for (const url of urls) {
      const name = /([\w.-]+?)(?:\.git)?\/*$/.exec(url)?.[1];
      if (name !== undefined) return name;
    }
  return "project";
}
