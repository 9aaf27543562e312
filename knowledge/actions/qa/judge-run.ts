import { usdOf } from "../../budget/micros.ts";
import { holdSettings } from "../../config/hold-settings.ts";
import { readConfig } from "../../config/read-config.ts";
import { judgeCapture } from "../../execute/judge-capture.ts";
import { judgeCase } from "../../execute/judge-case.ts";
import { judgeEvidence } from "../../execute/judge-evidence.ts";
import { type JudgeMoney, judgeMoney } from "../../execute/judge-money.ts";
import type { Deps } from "../../ports/deps.ts";
import type { QaActor } from "../../qa/decisions/context.ts";
import { findRun } from "../../qa/decisions/find-row.ts";
import { recordVerdict } from "../../qa/decisions/record-verdict.ts";
import { WAY_OUT } from "../../qa/decisions/way-out.ts";
import type { QaRun } from "../../qa/qa-run.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import type { SecretMask } from "../../record/secret-mask.ts";
import { answerSubject, type SubjectDeps } from "./answer-subject.ts";
import type { Request, Response } from "./envelope.ts";
import type { Place } from "./place-of.ts";
import { readSubject } from "./read-subject.ts";
import { refusalOf } from "./refusal-of.ts";

export type JudgeDeps = SubjectDeps & Pick<Deps, "models" | "qaArtifacts">;

export interface JudgeRunAsk {
  readonly place: Place;
  /** Function that asks. */
  readonly called: string;
  /** The capture. */
  readonly run_id: string;
  readonly mask: SecretMask;
  /** Milliseconds of one call of the model. */
  readonly callMs: number;
  readonly request: Request;
}

/** What a review by a model came to. */
export interface JudgedRun {
  /** The run that is judged. */
  readonly capture: string;
  /** `<provider>/<model>`. */
  readonly model: string;
  /** What it is shown. */
  readonly pictures: number;
  readonly texts: number;
  /** The review; null where nothing was asked (dry run). */
  readonly run: QaRun | null;
  readonly superseded: string[];
  /** On all reviews of this capture, and what they may cost together. */
  readonly spent_usd: string;
  readonly most_usd: string;
}

export type Judging =
  | { readonly kind: "response"; readonly response: Response<JudgedRun> }
  /** Nothing was said of the capture: it waits as before. */
  | QaRefusal;

/**
 * Has the model of the settings review a capture, as an agent with an identity of its own: a run that supersedes as a review
 * does. Before it is asked, the review has to be one that could be recorded, what has to hold has to have room, the captures have to
 * be there, and the money is set aside. Errors: secrets_unreadable, config_invalid, those of the ledger and of the store.
 */
export async function judgeRun(deps: JudgeDeps, ask: JudgeRunAsk): Promise<Judging> {
  const { place, called, run_id, mask, callMs, request } = ask;
  const read = await readSubject(deps.ledger, place.stream);
  if (read.kind === "refused") return read;
  const found = findRun(read.qa, run_id);
  if (found.kind === "refused") return found;
  const settings = await holdSettings(deps.configFile);
  const config = await readConfig(settings);
  const model = await deps.models.of(settings);
  const name = await model.name();
  if (name === null)
    return waits(run_id, "the settings name no model that could judge it: set `model` in .assay/config.yaml");
  const review = { called, place, run_id, model: name };
  const problem = await reviewProblem(deps, review);
  if (problem !== null) return problem;
  const asks = judgeCase(found.row, found.run, mask);
  if (asks.kind === "refused") return asks;
  const evidence = await judgeEvidence(deps, found.run, mask);
  if (evidence.kind === "refused") return evidence;
  const money = judgeMoney(deps, run_id, config, await deps.person.name());
  const told = {
    capture: run_id,
    model: name,
    pictures: evidence.images.length,
    texts: evidence.texts.length,
    most_usd: usdOf(money.capMicros),
  };
  if (request.options?.dry_run === true) {
    const nothing = { ...told, run: null, superseded: [], spent_usd: usdOf(await money.spent()) };
    const response = await answerSubject<JudgedRun>(deps, {
      function: called,
      request,
      place,
      choose: () => ({ events: [], result: nothing }),
    });
    return { kind: "response", response };
  }
  const said = await paid(money, () =>
    judgeCapture({ ...deps, model }, { asks, evidence, money, mask, callMs }),
  );
  if (said.kind === "unsaid") return waits(run_id, said.why);
  const spent_usd = usdOf(await money.spent());
  const response = await answerSubject<JudgedRun>(deps, {
    function: called,
    request,
    place,
    requirement: found.row.id,
    choose(qa, context) {
      const { verdict, reason, confidence } = said;
      const done = recordVerdict(
        qa,
        { run_id, verdict, verdict_reason: reason, score: null, confidence },
        { ...context, actor: reviewer(name) },
      );
      if (done.kind === "refused") return done;
      const { run, superseded } = done.result;
      return { events: done.events, result: { ...told, run, superseded: [...superseded], spent_usd } };
    },
  });
  return { kind: "response", response };
}

/** Who judges: neither the person who asks for it nor who captured. */
function reviewer(model: string): QaActor {
  return { actor_id: `model ${model}`, session_id: null, isAgent: true };
}

/** Why a review by this model could not be recorded, so that no money is spent on it; null where it could. */
async function reviewProblem(
  deps: JudgeDeps,
  {
    called,
    place,
    run_id,
    model,
  }: { readonly called: string; readonly place: Place; readonly run_id: string; readonly model: string },
): Promise<QaRefusal | null> {
  const response = await answerSubject(deps, {
    function: called,
    request: { payload: {}, options: { dry_run: true } },
    place,
    choose: (qa, context) =>
      recordVerdict(
        qa,
        { run_id, verdict: "pass", verdict_reason: null, score: null, confidence: null },
        { ...context, actor: reviewer(model) },
      ),
  });
  return response.success ? null : refusalOf(response.errors);
}

/** Does it with the money set aside before, and the rest given back after. */
async function paid<Said>(
  money: JudgeMoney,
  work: () => Promise<Said>,
): Promise<Said | { readonly kind: "unsaid"; readonly why: string }> {
  const refusal = await money.pay();
  if (refusal !== null) return { kind: "unsaid", why: `${refusal.why}; ${refusal.recover}` };
  try {
    return await work();
  } finally {
    await money.settle();
  }
}

function waits(run: string, why: string): QaRefusal {
  return {
    kind: "refused",
    code: "precondition_failed",
    why: `${run} was not judged, and waits for somebody else: ${why}`,
    recover: WAY_OUT.recordVerdict(run, "pass", "as its captures show"),
  };
}
