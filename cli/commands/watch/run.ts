import { boolean, string } from "@oclif/core/flags";
import { dispatch, watchTick } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { doDuties, type WatchRan } from "../../do-duties.ts";
import { EXIT } from "../../exit.ts";
import { formatWatchRun } from "../../format/watch-run.ts";

export default class WatchRun extends Command {
  static override summary = "Look once at the watched default branches and answer what failed.";
  static override description =
    "Looks at the tips of all watched repositories by one request for fifty of them, keeps what is new, and does what is due: a triage of a new failure, a word on its issue where the same checks fail again, a person's call, or learning from the reports that its runs left. Nothing is answered twice, however often it is stopped and started. Meant for a schedule of ten minutes. Ends with 0, 1 where a person is needed or no money is left, 3 where something has to wait or could not be looked at.";
  static override examples = [
    { description: "One look at everything", command: "<%= config.bin %> watch run" },
    {
      description: "What is due at one repository, without doing it",
      command: "<%= config.bin %> watch run --repository owner/name --look",
    },
  ];
  static override flags = {
    look: boolean({ description: "only look, and say what is due" }),
    repository: string({
      multiple: true,
      helpValue: "OWNER/NAME",
      description: "only this one of the watched repositories; may be given several times",
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(WatchRun);
    const deps = compose();
    const { repository: repositories } = flags;
    const ticked = await dispatch(watchTick, deps, repositories === undefined ? {} : { repositories });
    const ran: WatchRan = {
      ...ticked,
      ...(flags.look ? { done: [], left: ticked.due, undone: [] } : await doDuties(deps, ticked.due)),
    };
    this.answer(flags.json, "watch-run", ran, formatWatchRun);
    process.exitCode = exitOf(ran);
  }
}

function exitOf({ done, undone, problems }: WatchRan): number {
  const waits = done.some(
    ({ triage, answer, learn }) =>
      WAITS.has(triage?.kind ?? "") || WAITS.has(answer?.kind ?? "") || (learn?.undone ?? null) !== null,
  );
  if (problems.length > 0 || undone.length > 0 || waits) return EXIT.later;
  const needs = done.some(
    ({ triage, answer }) =>
      triage?.kind === "refused" ||
      triage?.decision?.needsPerson === true ||
      answer?.answer === "reopen" ||
      (triage?.kind === "done" && triage.issue === null && triage.why !== null) ||
      (answer?.kind === "done" && answer.issue === null),
  );
  return needs ? EXIT.no : EXIT.ok;
}

const WAITS: ReadonlySet<string> = new Set(["later", "claimed-by-other"]);
