import type { CaseCommands, RunningCommand } from "../../ports/case-commands.ts";
import { caseConfig } from "../case-config.ts";
import { machineCheck } from "../machine-check.ts";
import { outputTail } from "../output-tail.ts";
import {
  type Captured,
  type CarriedOut,
  type CaseGiven,
  type CaseRunner,
  NOTHING_BESIDE,
} from "../runner.ts";

/** Seconds that one look at the state of a machine may take. */
const LOOK_SECONDS = 120;

/** Programs in the terminal of a test machine, and the state that it is in; one case at a time. */
export const hostControl = {
  id: "host_control",
  async prepare({ caseCommands }, given) {
    const carryOut =
      given.method.config_contract === "machine-state"
        ? () => lookAtMachine(caseCommands, given)
        : () => driveTerminal(caseCommands, given);
    return { kind: "ready", carryOut };
  },
} as const satisfies CaseRunner;

interface Line {
  readonly what: string;
  readonly held: boolean;
}

async function driveTerminal(caseCommands: CaseCommands, given: CaseGiven): Promise<CarriedOut> {
  const { command, steps, timeout_seconds: seconds } = caseConfig("terminal", given);
  const env = given.baseUrl === null ? {} : { ASSAY_BASE_URL: given.baseUrl };
  const options = { env, timeoutMs: seconds * 1_000 };
  return caseCommands.open(command, options, async (running) => {
    const captures: Captured[] = [];
    const lines: Line[] = [];
    for (const step of steps) {
      if (step.action === "send") running.send(step.text);
      else if (step.action === "capture") captures.push(screenOf(running, step.capture));
      else if (step.action === "wait_for") {
        if (await running.waitFor(step.text)) continue;
        lines.push({ what: `it printed ${JSON.stringify(step.text)} before it ended`, held: false });
        break;
      }
    }
    const end = await running.end();
    for (const step of steps)
      if (step.action === "assert")
        lines.push(
          step.check === "exit_code"
            ? { what: `it exited with ${step.expected}`, held: end.code === step.expected }
            : { what: `it printed ${JSON.stringify(step.text)}`, held: end.output.includes(step.text) },
        );
    const trouble = end.isTimedOut
      ? `it was not done after ${seconds} seconds`
      : end.code === null
        ? `${end.signal ?? "a signal"} ended it`
        : null;
    const isOpen = given.method.verdict_path !== "automatic";
    return {
      ...NOTHING_BESIDE,
      // What was ended by force did not come to say what it would have said.
      ...verdictOf(trouble === null ? lines : [], { isOpen, trouble }),
      values: {
        exit_code: end.code,
        timed_out: end.isTimedOut,
        checks: lines.length,
        output_tail: outputTail(end.output),
      },
      artifacts: [...captures, report("transcript", "transcript.txt", end.output), assertions(lines)],
    };
  });
}

async function lookAtMachine(caseCommands: CaseCommands, given: CaseGiven): Promise<CarriedOut> {
  const { checks } = caseConfig("machine-state", given);
  const lines: Line[] = [];
  const transcript: string[] = [];
  let trouble: string | null = null;
  for (const check of checks) {
    const { what, line } = machineCheck(check);
    const options = { env: {}, timeoutMs: LOOK_SECONDS * 1_000 };
    const { code, output } = await caseCommands.open(line, options, (running) => running.end());
    transcript.push(`$ ${line}\n${output}exit ${code ?? "by force"}\n`);
    if (code === null || code === 126 || code === 127)
      trouble ??= `nobody can tell whether ${what} (exit ${code})`;
    else lines.push({ what, held: code === 0 });
  }
  return {
    ...NOTHING_BESIDE,
    ...verdictOf(lines, { isOpen: given.method.verdict_path !== "automatic", trouble }),
    values: { checks: checks.length, held: lines.filter(({ held }) => held).length },
    artifacts: [report("transcript", "transcript.txt", transcript.join("")), assertions(lines)],
  };
}

function verdictOf(
  lines: readonly Line[],
  { isOpen, trouble }: { readonly isOpen: boolean; readonly trouble: string | null },
): Pick<CarriedOut, "verdict" | "reason"> {
  const broken = lines.find(({ held }) => !held);
  if (!isOpen && broken !== undefined)
    return { verdict: "fail", reason: `it does not hold that ${broken.what}` };
  if (trouble !== null) return { verdict: "error", reason: trouble };
  if (isOpen) return { verdict: null, reason: "captured; who did not capture it judges it" };
  return lines.length === 0
    ? { verdict: "undetermined", reason: "nothing was checked: there is nothing that could have failed" }
    : { verdict: "pass", reason: null };
}

function screenOf(running: RunningCommand, capture: string): Captured {
  return report("transcript", `${capture}.txt`, running.output());
}

function assertions(lines: readonly Line[]): Captured {
  return report("report", "assertions.json", `${JSON.stringify(lines, null, 2)}\n`);
}

function report(artifact_kind: "transcript" | "report", name: string, text: string): Captured {
  const description = artifact_kind === "transcript" ? "what was printed" : "every check with what was found";
  return { artifact_kind, name, bytes: Buffer.from(text), description };
}
