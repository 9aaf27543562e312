import type { CiStatus } from "#knowledge";
import { EXIT } from "./exit.ts";

/** What a command that asks whether CI passed ends with: a failure counts although other checks still run. */
export function ciExit({ outcome, checks }: Pick<CiStatus, "outcome" | "checks">): number {
  if (outcome === "passed") return EXIT.ok;
  const isOpen = outcome === "running" || outcome === "silent";
  return isOpen && !checks.some(({ state }) => state === "failed") ? EXIT.later : EXIT.no;
}
