import { changeStep } from "../../knowledge/actions/change-step.ts";
import { learnPull } from "../../knowledge/actions/learn-pull.ts";
import { dispatch } from "../../knowledge/actions/operation.ts";
import { proposalRequestRefresh } from "../../knowledge/actions/proposal-request-refresh.ts";
import { sweepRun } from "../../knowledge/actions/sweep-run.ts";
import { triageRun } from "../../knowledge/actions/triage-run.ts";
import { watchAnswer } from "../../knowledge/actions/watch-answer.ts";
import { watchTick } from "../../knowledge/actions/watch-tick.ts";
import type { Duty } from "../../knowledge/watch/duty.ts";
import { asksAgain } from "../../lambdas/propose/asks-again.ts";
import { eachOf } from "../../lambdas/shared/each-of.ts";
import { repositoriesOf, type SimulatedOrganisation } from "./organisations.ts";
import type { MessageBody } from "./queues.ts";
import type { RunDeps } from "./run-deps.ts";

/** What a function makes of a message, as its handler does; one row a function of the registry. */
export interface SimulatedWorker {
  /** Repositories that the message is about. */
  readonly repositories: (body: MessageBody, organisation: SimulatedOrganisation) => readonly string[];
  readonly carryOut: (body: MessageBody, deps: RunDeps) => Promise<Carried>;
}

export interface Carried {
  readonly due: readonly Duty[];
  readonly again: boolean;
  /** Of what repositories a look told something, and what. */
  readonly changed?: readonly { readonly repository: string; readonly events: readonly string[] }[];
  /** Repositories that could not be looked at. */
  readonly failed?: readonly string[];
  /** What became of it, in a word. */
  readonly kind: string;
}

const KINDS = ["knowledge", "sweep"] as const;
const aboutOne = (body: MessageBody) => [String(body.repository)];

export const WORKERS = {
  watch: {
    repositories: (body, organisation) =>
      (body.repositories as string[] | undefined) ?? repositoriesOf(organisation),
    async carryOut({ organisation, repositories }, deps) {
      const input = {
        organisation,
        ...(repositories === undefined ? {} : { repositories: repositories as string[] }),
      };
      const { due, changed, problems } = await dispatch(watchTick, deps, input);
      const failed = problems.map((problem) => problem.repository);
      return { due, again: false, changed, failed, kind: changed.length > 0 ? "changed" : "quiet" };
    },
  },
  triage: {
    repositories: aboutOne,
    async carryOut({ kind: asked, organisation, repository, failure }, deps) {
      const input = { organisation, repository: String(repository), failure: String(failure) };
      const { kind } =
        asked === "triage"
          ? await dispatch(triageRun, deps, input)
          : await dispatch(watchAnswer, deps, input);
      return { due: [], again: false, kind };
    },
  },
  step: {
    repositories: (_, organisation) => repositoriesOf(organisation),
    async carryOut({ organisation }, deps) {
      const { changed } = await dispatch(changeStep, deps, { organisation });
      return { due: [], again: false, kind: changed.length > 0 ? "changed" : "quiet" };
    },
  },
  learn: {
    repositories: aboutOne,
    async carryOut({ organisation, repository }, deps) {
      const { kind, due } = await dispatch(learnPull, deps, { organisation, repository: String(repository) });
      return { due, again: false, kind };
    },
  },
  sweep: {
    repositories: ({ product }, { products }) =>
      products.find(({ name }) => name === product)?.repositories ?? [],
    async carryOut({ organisation, product }, deps) {
      const { kind, due } = await dispatch(sweepRun, deps, { organisation, product: String(product) });
      return { due, again: kind === "later" || kind === "claimed-by-other", kind };
    },
  },
  propose: {
    repositories: aboutOne,
    async carryOut({ repository }, deps) {
      const told: string[] = [];
      await eachOf(KINDS, async (kind) => {
        const { result, refusal } = await dispatch(proposalRequestRefresh, deps, {
          repository: String(repository),
          kind,
        });
        told.push(refusal === null ? result : refusal.code);
      });
      return { due: [], again: asksAgain(told), kind: told.join(" ") };
    },
  },
} as const satisfies Readonly<Record<string, SimulatedWorker>>;
