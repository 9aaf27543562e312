import type { Config } from "./config.ts";
import type { SettingsFault } from "./settings-fault.ts";

/** Environments of one name. Pure. */
export function checkEnvironments({ environments }: Config): readonly SettingsFault[] {
  return environments.flatMap(({ name }, index) =>
    environments.findIndex((other) => other.name === name) === index
      ? []
      : [
          {
            at: ["environments", index, "name"],
            problem: `${name} is the name of an earlier environment`,
            fix: "give it another name, or take one of the two out",
          },
        ],
  );
}
