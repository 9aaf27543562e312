import { readState } from "../ledger/read-state.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { readContent } from "./sweep-content.ts";
import { sweepStream } from "./sweep-events.ts";
import type { SweepDeps, SweepRun } from "./sweep-run.ts";
import { SWEEPS, type SweptWeek } from "./sweeps.ts";
import { wantReport } from "./want-report.ts";

/**
 * Hands the report of a decided week over to be proposed, unless that of a newer week has taken its place already. Errors:
 * those of the ledger and the artifacts.
 */
export async function handOver(
  deps: SweepDeps,
  { organisation, product, week: name }: SweepRun,
  { week, holder, mask }: { readonly week: SweptWeek; readonly holder: string; readonly mask: SecretMask },
): Promise<void> {
  const { decided } = week;
  if (decided === null || decided.home === null) return;
  const { state } = await readState(deps.ledger, sweepStream(organisation, product.name), SWEEPS);
  if (state.weeks.some((one) => one.week > name && one.decided !== null)) return;
  const content = await readContent(deps.artifacts, decided.content, name);
  if (content === null) return;
  const home = decided.home as RepositoryName;
  await wantReport(deps, {
    home,
    organisation,
    product: product.name,
    week: name,
    content,
    by: holder,
    mask,
  });
}
