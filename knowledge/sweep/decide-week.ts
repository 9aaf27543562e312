import { readState } from "../ledger/read-state.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { watchedRepositories } from "../watch/watched-repositories.ts";
import { decideSweep } from "./decide-sweep.ts";
import type { HeldWeek } from "./hold-week.ts";
import { readProduct } from "./read-product.ts";
import { keepContent } from "./sweep-content.ts";
import { sweepEvent, sweepStream } from "./sweep-events.ts";
import type { SweepDeps, SweepRun } from "./sweep-run.ts";
import { SWEEPS, type SweptWeek } from "./sweeps.ts";

/**
 * Reads a week and decides what it comes to, and keeps both before anything is written; null where somebody else has the
 * week now. Errors: those of the forge, the artifacts and the ledger.
 */
export async function decideWeek(
  deps: SweepDeps,
  { organisation, product, week, timeZone, config }: SweepRun,
  { held, mask }: { readonly held: HeldWeek; readonly mask: SecretMask },
): Promise<SweptWeek | null> {
  const { state } = await readState(deps.ledger, sweepStream(organisation, product.name), SWEEPS);
  const observed = await readProduct(deps, {
    repositories: product.repositories as readonly RepositoryName[],
    platform: platformOf(config),
    week,
    timeZone,
    sweeps: state,
    config,
    mask,
    goesOn: () => held.keep(),
  });
  if (observed === null) return null;
  const now = deps.clock.now();
  const scene = { week, product: product.name, timeZone, now, config, mask };
  const { content, home, issue } = decideSweep(observed, scene);
  const digest = await keepContent(deps.artifacts, content);
  return held.append(() => [
    sweepEvent("sweep.decided", {
      week,
      at: new Date(now).toISOString(),
      content: digest,
      findings: content.findings.length,
      home,
      issue: issue.kind === "open" ? issue.issue : null,
      why: issue.kind === "open" ? null : issue.why,
    }),
  ]);
}

function platformOf({ watch }: SweepRun["config"]): ReadonlySet<string> {
  const own = watchedRepositories({ products: watch?.products ?? [] }).filter(({ watched }) => !watched);
  return new Set(own.map(({ repository }) => repository.toLowerCase()));
}
