import type { PackageManager } from "./package-manager.ts";
import type { Manifest } from "./project.ts";

/** What runs the tests: the project's own `test` script where it names the tool, else the tool itself. */
export function scriptCommand(
  { scripts }: Manifest,
  manager: PackageManager | null,
  tool: string,
  otherwise: string,
): string {
  const { exec = "npx", run = "npm run" } = manager ?? {};
  const name = Object.keys(scripts).find(
    (script) => /^test(?::|$)/.test(script) && new RegExp(`(?:^|\\s)${tool}\\b`).test(scripts[script] ?? ""),
  );
  return name === undefined ? `${exec} ${otherwise}` : `${run} ${name}`;
}
