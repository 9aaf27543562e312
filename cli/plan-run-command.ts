import { integer, string } from "@oclif/core/flags";
import { AssayError, type Deps, dispatch, type QaPlanRun, qaPlanRun } from "#knowledge";
import { askVerdicts, mayAsk } from "./ask-verdicts.ts";
import { callFlags, callOf } from "./commands/qa/call-flags.ts";
import { executionFlags, executionOf } from "./commands/qa/execution-flags.ts";
import { compose } from "./compose.ts";
import { executionExit, outcomeOf, strongestOf } from "./execution-exit.ts";
import { formatPlanRun } from "./format/qa/execution.ts";
import { QaCommand } from "./qa-command.ts";

/** For whom a plan runs, and where. */
export const planRunFlags = {
  item: string({
    helpValue: "KEY",
    description: "for an item, as in SHOP-12",
    exclusive: ["project", "resume"],
  }),
  task: integer({
    min: 1,
    helpValue: "N",
    description: "one task of the item, an epic",
    dependsOn: ["item"],
  }),
  execution: string({
    helpValue: "ID",
    description: "again for an execution of its own, as in exec-7k3f9x2m0a",
    exclusive: ["item", "project", "resume"],
  }),
  project: string({
    helpValue: "NAME",
    description: "for nobody's item: an execution of its own, which credits nothing",
  }),
  resume: string({ helpValue: "ID", description: "go on with this plan run" }),
  replaces: string({
    helpValue: "CASE_KEY=ID",
    multiple: true,
    description: "a case that corrects a failed requirement",
  }),
  ...executionFlags,
  ...callFlags,
};

type Flags = Parameters<typeof callOf>[0] &
  Parameters<typeof executionOf>[0] & {
    readonly json: boolean;
    readonly item?: string | undefined;
    readonly task?: number | undefined;
    readonly execution?: string | undefined;
    readonly project?: string | undefined;
    readonly resume?: string | undefined;
    readonly replaces?: readonly string[] | undefined;
  };

/** Base of the commands that carry a plan out: progress on standard error, the answer on standard output. */
export abstract class PlanRunCommand extends QaCommand {
  protected async carryOut(plan: string | undefined, flags: Flags, command: string): Promise<void> {
    if (plan === undefined && flags.resume === undefined)
      throw new AssayError("usage_invalid", { problem: "name a plan, or --resume", command });
    const deps = compose();
    const response = await dispatch(qaPlanRun, deps, {
      ...callOf(flags),
      ...targetOf(flags, command),
      payload: {
        plan: plan ?? null,
        project: flags.project ?? null,
        resume: flags.resume ?? null,
        replaces: (flags.replaces ?? []).map((pair) => replaced(pair, command)),
        ...executionOf(flags),
      },
    });
    const result = await this.judged(deps, flags, response.result);
    this.respond(flags.json, "qa.plan.run", { ...response, result }, formatPlanRun);
    process.exitCode = executionExit(
      result === null ? null : { outcome: result.outcome, judges: result.cases.map(({ judge }) => judge) },
    );
  }

  /** The result with the word of the person in front of the terminal on the cases that are theirs to judge. */
  private async judged(
    deps: Deps,
    flags: Pick<Flags, "json" | "dry-run">,
    result: QaPlanRun["result"],
  ): Promise<QaPlanRun["result"]> {
    if (result === null || !mayAsk(deps, flags)) return result;
    const unsaid = result.cases.flatMap(({ requirement_id, title, outcome, qa_run_id, judge }) =>
      outcome === "needs_review" && judge === "person" && qa_run_id !== null
        ? [{ requirement_id, title, run: qa_run_id }]
        : [],
    );
    const said = await askVerdicts(deps, unsaid, this.view(process.stderr));
    const cases = result.cases.map((one) => {
      const run = said.get(one.requirement_id);
      if (run === undefined) return one;
      const outcome = outcomeOf(run);
      return {
        ...one,
        outcome,
        reason: run.verdict_reason,
        judge: outcome === "needs_review" ? one.judge : null,
        dispatch: null,
      };
    });
    return { ...result, cases, outcome: strongestOf(cases.map(({ outcome }) => outcome)) };
  }
}

function targetOf({ item, task, execution, project, resume }: Flags, command: string) {
  if (resume !== undefined) return {};
  if (item !== undefined)
    return {
      target:
        task === undefined
          ? ({ kind: "item", item_id: item } as const)
          : ({ kind: "task", epic_id: item, task_num: task } as const),
    };
  if (execution !== undefined) return { target: { kind: "execution", execution_id: execution } as const };
  if (project !== undefined) return { target: { kind: "project" } as const };
  throw new AssayError("usage_invalid", { problem: "say for whom: --item, or --project", command });
}

function replaced(pair: string, command: string) {
  const [, case_key, requirement_id] = /^([^=]+)=(.+)$/.exec(pair) ?? [];
  if (case_key !== undefined && requirement_id !== undefined) return { case_key, requirement_id };
  throw new AssayError("usage_invalid", { problem: `--replaces ${pair} is not CASE_KEY=ID`, command });
}
