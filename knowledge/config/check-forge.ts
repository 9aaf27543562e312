import type { Config } from "./config.ts";
import type { SettingsFault } from "./settings-fault.ts";

/** What does not go together in the settings of the forge. Pure. */
export function checkForge({ forge: { kind, url } }: Config): readonly SettingsFault[] {
  if (kind === "git" && url === null)
    return [
      {
        at: ["forge", "kind"],
        about: ["forge", "url"],
        problem: "is missing, and forge.kind is git",
        fix: "name the remote, as in url: https://git.example.org/{owner}/{name}.git, or take out kind: git",
      },
    ];
  if (kind === "github" && url !== null)
    return [
      {
        at: ["forge", "url"],
        problem: "is for a plain git remote, and forge.kind is github",
        fix: "write kind: git beside it, or take it out",
      },
    ];
  return [];
}
