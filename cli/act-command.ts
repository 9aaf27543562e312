import { boolean } from "@oclif/core/flags";
import { AssayError } from "#knowledge";
import { Command, type View } from "./command.ts";
import { EXIT } from "./exit.ts";

/** How far an act of a person came. */
interface Outcome extends Readonly<Record<string, unknown>> {
  readonly result: "done" | "planned" | "unchanged" | "refused";
}

interface ActFlags {
  readonly json: boolean;
  readonly "dry-run": boolean;
  readonly yes: boolean;
  readonly "no-input": boolean;
}

interface Act<Answer extends Outcome> {
  /** Kind of the JSON document. */
  readonly kind: string;
  /** What would be done; nothing is written. */
  plan(): Promise<Answer>;
  /** Does it; only on what the plan showed, where there was one. */
  carryOut(plan: Answer | null): Promise<Answer>;
  format(answer: Answer, view: View): string;
}

/** Base of the commands by which a person changes something: shown first, and done after a yes. */
export abstract class ActCommand extends Command {
  static override baseFlags = {
    ...Command.baseFlags,
    "dry-run": boolean({ description: "only say what would be changed", helpGroup: "WRITING" }),
    yes: boolean({ char: "y", description: "do it without asking", helpGroup: "WRITING" }),
    "no-input": boolean({ description: "never ask, not even in a terminal", helpGroup: "WRITING" }),
  };

  /** Plans, asks, does it and answers. Ends with 1 where it was refused or the person said no. */
  protected async act<Answer extends Outcome>(flags: ActFlags, act: Act<Answer>): Promise<void> {
    const { json, yes, "dry-run": dryRun } = flags;
    const tell = (answer: Answer) => {
      this.answer(json, act.kind, answer, act.format);
      process.exitCode = answer.result === "refused" ? EXIT.no : EXIT.ok;
    };
    if (yes && !dryRun) return tell(await act.carryOut(null));
    const plan = await act.plan();
    if (dryRun || plan.result === "refused") return tell(plan);
    if (plan.result === "planned") {
      this.expectPerson(flags);
      process.stderr.write(act.format(plan, this.view(process.stderr)));
      if (!(await saysYes())) {
        process.stderr.write("nothing was changed\n");
        if (json) this.answer(json, act.kind, plan, act.format);
        process.exitCode = EXIT.no;
        return;
      }
    }
    tell(await act.carryOut(plan));
  }

  private expectPerson(flags: ActFlags): void {
    const reason = flags["no-input"]
      ? "--no-input was given"
      : process.stdin.isTTY && process.stderr.isTTY
        ? null
        : "this is no terminal";
    const command = `assay ${(this.id ?? "").replaceAll(":", " ")}`;
    if (reason !== null) throw new AssayError("confirmation_needed", { reason, command });
  }
}

/** The default is no; so is the end of the input. */
async function saysYes(): Promise<boolean> {
  const { createInterface } = await import("node:readline");
  // Left to the terminal, ctrl-c ends the process as everywhere else.
  const lines = createInterface({ input: process.stdin, terminal: false });
  process.stderr.write("do it? [y/N] ");
  return new Promise((resolve) => {
    lines.once("line", (line) => {
      resolve(/^\s*y(?:es)?\s*$/i.test(line));
      lines.close();
    });
    lines.once("close", () => resolve(false));
  });
}
