import { caseConfig } from "../case-config.ts";
import { commandVerdict } from "../command-verdict.ts";
import { outputTail } from "../output-tail.ts";
import { type CaseRunner, NOTHING_BESIDE } from "../runner.ts";
import { runAgainst } from "../ways-on.ts";

/** A command at the top of the work tree: exit 0 is a pass. The base URL is its `ASSAY_BASE_URL`. */
export const worktreeRun = {
  id: "worktree_run",
  async prepare({ caseCommands }, given) {
    const { command, timeout_seconds: seconds, requires_base_url } = caseConfig("command", given);
    const { baseUrl, row } = given;
    if (requires_base_url === true && baseUrl === null)
      return {
        kind: "blocked",
        why: "its command needs the base URL of what it is run against",
        recover: runAgainst(row),
      };
    return {
      kind: "ready",
      async carryOut() {
        const end = await caseCommands.open(
          command,
          {
            env: baseUrl === null ? {} : { ASSAY_BASE_URL: baseUrl },
            timeoutMs: seconds * 1_000,
          },
          (running) => running.end(),
        );
        const { code, signal, isTimedOut, output } = end;
        return {
          ...NOTHING_BESIDE,
          ...commandVerdict(end, seconds),
          values: {
            exit_code: code,
            signal,
            timed_out: isTimedOut,
            output_tail: outputTail(output),
          },
          artifacts: [
            {
              artifact_kind: "log",
              name: "output.log",
              bytes: Buffer.from(output),
              description: "what the command printed",
            },
          ],
        };
      },
    };
  },
} as const satisfies CaseRunner;
