import type { Config } from "../config/config.ts";
import { AssayError } from "../errors.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { tellError } from "../tell-error.ts";
import { maskWords } from "./mask-words.ts";
import type { ObservedRepository } from "./observed.ts";
import { EARLIER_WEEKS, type ReadDeps, readRepository } from "./read-repository.ts";
import { readContent, type SweepContent } from "./sweep-content.ts";
import type { Sweeps } from "./sweeps.ts";
import { type Week, weekAfter } from "./week.ts";
import type { WeekSeries } from "./week-series.ts";

export interface ProductQuestion {
  readonly repositories: readonly RepositoryName[];
  /** Those of the platform, in small letters: not looked at under another name either (C-076). */
  readonly platform: ReadonlySet<string>;
  readonly week: Week;
  readonly timeZone: string;
  readonly sweeps: Sweeps;
  readonly config: Pick<Config, "labels">;
  readonly mask: SecretMask;
  /** Asked after each repository; false ends the reading. */
  readonly goesOn: () => Promise<boolean>;
}

export interface ObservedProduct {
  /** Masked, in the order of the settings. */
  readonly repositories: readonly ObservedRepository[];
  /** Those that could not be looked at, and why. */
  readonly problems: readonly string[];
}

/** What stays as it is however often it is tried. */
const STANDING: ReadonlySet<string> = new Set(["forge_missing", "forge_denied", "forge_refused"]);

/**
 * Reads the week of every repository of a product. One that the token does not see, or that has no default branch, is
 * told and keeps no other from being read; null where `goesOn` ended it. Errors: those of the forge that may pass, that
 * of the first repository where none could be read for good, those of the ledger and the artifacts.
 */
export async function readProduct(
  deps: ReadDeps,
  question: ProductQuestion,
): Promise<ObservedProduct | null> {
  const { repositories: names, platform, week, timeZone, sweeps, config, mask, goesOn } = question;
  const past = await readPast(deps, sweeps, week);
  const heads = await deps.ciFeed.heads(names);
  const repositories: ObservedRepository[] = [];
  const problems: string[] = [];
  const taken = new Set<string>();
  let first: AssayError | null = null;
  for (const head of heads) {
    if (head.kind !== "branch") {
      const why =
        head.kind === "empty" ? "it has no default branch yet" : "it is not there, or not for this token";
      problems.push(`${head.asked}: not looked at: ${why}`);
      continue;
    }
    if (head.archived) {
      problems.push(`${head.asked}: not looked at: it is archived`);
      continue;
    }
    const name = head.repository.toLowerCase();
    const other = platform.has(name)
      ? `it is called ${head.repository} now, which belongs to the platform`
      : taken.has(name)
        ? "it is looked at already under another name"
        : null;
    if (other !== null) {
      problems.push(`${head.asked}: not looked at: ${other}`);
      continue;
    }
    taken.add(name);
    const kept = newestFirst(past.flatMap(({ series }) => series[name] ?? [])).filter(
      (one) => one.week >= weekAfter(week, -EARLIER_WEEKS),
    );
    try {
      const observed = await readRepository(deps, { head, week, timeZone, kept, config });
      const { repository } = observed;
      repositories.push({ ...maskWords(observed, mask), repository, asked: head.asked });
    } catch (error) {
      if (!(error instanceof AssayError) || !STANDING.has(error.code)) throw error;
      first ??= error;
      problems.push(mask(`${head.asked}: not looked at: ${tellError(error)}`));
    }
    if (!(await goesOn())) return null;
  }
  if (repositories.length === 0 && first !== null) throw first;
  return { repositories, problems };
}

/** Each week once, as the newest sweep that knows it has it. */
function newestFirst(kept: readonly WeekSeries[]): readonly WeekSeries[] {
  const byWeek = new Map(kept.toReversed().map((one) => [one.week, one]));
  return [...byWeek.values()].sort((a, b) => (a.week < b.week ? 1 : -1));
}

/** What the sweeps of earlier weeks kept, the newest first; what is gone is done without. */
async function readPast(
  { artifacts }: Pick<ReadDeps, "artifacts">,
  { weeks }: Sweeps,
  week: Week,
): Promise<readonly SweepContent[]> {
  const past: SweepContent[] = [];
  for (const one of weeks.toReversed()) {
    if (one.week >= week || one.decided === null || past.length >= EARLIER_WEEKS) continue;
    try {
      const content = await readContent(artifacts, one.decided.content, one.week);
      if (content !== null) past.push(content);
    } catch (error) {
      if (!(error instanceof AssayError) || error.code !== "sweep_missing") throw error;
    }
  }
  return past;
}
