import type { GroupAttempt } from "../budget/group-money.ts";
import type { Config } from "../config/config.ts";
import { cautionFailures } from "../engineer/caution-failures.ts";
import { failureIdentity } from "../engineer/telling/failure-identity.ts";
import type { PricedDeps } from "../model/priced-call.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { maskText } from "../record/mask-text.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { queueCaution } from "../run/queue-caution.ts";
import { effectKey } from "../telling/mark.ts";
import type { TriageDecision } from "../watch/watch-events.ts";
import type { FailureState } from "../watch/watch-state.ts";
import { askModel } from "./ask-model.ts";
import { decideCase } from "./decide-case.ts";
import { judgeByRules } from "./judge-by-rules.ts";
import { readCase } from "./read-case.ts";
import { tellIssue } from "./tell-issue.ts";
import type { WantedChecks } from "./wanted-checks.ts";

export type DecideDeps = PricedDeps &
  Pick<Deps, "forge" | "history" | "ciFeed" | "artifacts" | "memories" | "secrets" | "mode">;

export interface DecisionQuestion {
  readonly repository: RepositoryName;
  readonly failure: FailureState;
  readonly wanted: WantedChecks;
  readonly config: Config;
  readonly mask: SecretMask;
  /** Where its calls are paid for, and what they may cost together. */
  readonly place: GroupAttempt["place"];
  readonly capMicros: number;
  readonly callMs: number;
  readonly holder: string;
}

/** Characters of the reason that is kept. */
const WHY = 1_000;

/**
 * Reads a failure, decides it, and queues what memory is to be warned of; decided again after a kill, the same warnings
 * are queued once. Errors: those of the forge, the artifacts and the ledger.
 */
export async function makeDecision(deps: DecideDeps, question: DecisionQuestion): Promise<TriageDecision> {
  const { repository, failure, wanted, config, mask, place, capMicros, callMs, holder } = question;
  const read = await readCase(deps, { repository, failure, wanted, mask });
  const isPublic = await deps.forge.isPublic(repository);
  const judged = judgeByRules(read);
  const asks = judged.open && (await deps.model.name()) !== null;
  const payment = {
    account: place.run,
    prices: config.prices,
    limits: { attemptMicros: capMicros, runMicros: null, weekMicros: null },
    purpose: "triage",
    place,
    by: holder,
  };
  const choice = asks ? await askModel(deps, { read, failures: judged.about, payment, callMs }) : null;
  const ruling = decideCase(judged, choice);
  const secret = Buffer.from(deps.ids.random(16)).toString("hex");
  const issue = tellIssue(read, ruling, {
    telling: { mask, quotesLogs: !isPublic || config.forge.quoteLogsInPublic },
    labels: config.labels,
    key: effectKey(repository, "triage", failure.failure, secret),
  });
  const { artifacts, mode } = deps;
  for (const warning of ruling.warns) {
    const { ledger } = await deps.memories.of(repository);
    await queueCaution(
      { artifacts, ledger, mode },
      {
        key: effectKey(repository, "triage", failure.failure, "caution", failureIdentity(warning)),
        at: failure.at,
        branch: read.branch,
        job: warning.failed.check.name,
        title: `${repository}@${read.branch}: ${warning.failed.check.name}`,
        failures: cautionFailures(warning),
        checkout: null,
      },
    );
  }
  const { word, by, why, suspect } = ruling;
  const merged = read.merged.map(({ number }) => number);
  return { word, by, why: maskText(why, mask).slice(0, WHY).toWellFormed(), suspect, merged, issue };
}
