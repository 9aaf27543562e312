import { AssayError } from "#knowledge";
import { shareNames, strangerTo, type Watching } from "../lambdas/shared/watching.ts";

interface Settings {
  readonly file: string;
  readonly watching: Watching;
}

/**
 * Two settings files may watch one repository on one GitHub host. On different forges, or on plain git remotes, one name
 * is two repositories, and what is remembered of them is kept by the name. Errors: deployment_refused.
 */
export function refuseSharedNames(read: readonly Settings[]): void {
  for (const [at, { file, watching }] of read.entries())
    for (const other of read.slice(at + 1)) {
      if (shareNames(watching.forge, other.watching.forge)) continue;
      const shared = other.watching.repositories.find((name) => strangerTo(watching, [name]) === undefined);
      if (shared === undefined) continue;
      const [here, there] = [watching, other.watching].map(({ forge }) => `${forge.kind} at ${forge.host}`);
      throw new AssayError("deployment_refused", {
        file: `${file}, ${other.file}`,
        problem: `both watch ${shared}, the one as ${here}, the other as ${there}`,
        fix: `take ${shared} out of one of them, or deploy them to two AWS accounts`,
      });
    }
}
