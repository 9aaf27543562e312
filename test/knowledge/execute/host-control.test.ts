import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shellCaseCommands } from "../../../knowledge/adapters/shell/case-commands.ts";
import type { CaseGiven, RunnerPorts } from "../../../knowledge/execute/runner.ts";
import { hostControl } from "../../../knowledge/execute/runners/host-control.ts";
import type { Method } from "../../../knowledge/plan/method.ts";
import { machineStateCheck } from "../../../knowledge/plan/methods/machine-state-check.ts";
import { terminalCheck } from "../../../knowledge/plan/methods/terminal-check.ts";
import { terminalInspection } from "../../../knowledge/plan/methods/terminal-inspection.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function carryOut(
  method: Method,
  config: Readonly<Record<string, unknown>>,
  folder = temporaryFolder(),
) {
  const caseCommands = shellCaseCommands({ top: folder, env: process.env });
  const ports = { caseCommands } as RunnerPorts;
  const row = { id: "SHOP-1/req-7k3f9x2m0a" } as CaseGiven["row"];
  const prepared = await hostControl.prepare(ports, { row, method, config, baseUrl: null, sha: null });
  const { verdict, reason, artifacts } = await prepared.carryOut();
  const texts = Object.fromEntries(artifacts.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]));
  return { verdict, reason, texts };
}

const ECHO = 'while read -r line; do echo "said $line"; done; echo bye';

describe("a terminal of a test machine", () => {
  test("is typed to, waited for and checked; its transcript is kept", async () => {
    const config = {
      command: ECHO,
      steps: [
        { action: "send", text: "one" },
        { action: "wait_for", text: "said one" },
        { action: "capture", capture: "first" },
        { action: "send", text: "two" },
        { action: "assert", check: "output_contains", text: "said two" },
        { action: "assert", check: "exit_code", expected: 0 },
      ],
    };
    const done = await carryOut(terminalCheck, config);
    expect(done).toMatchObject({ verdict: "pass", reason: null });
    expect(done.texts["first.txt"]).toBe("said one\n");
    expect(done.texts["transcript.txt"]).toBe("said one\nsaid two\nbye\n");
    expect(JSON.parse(done.texts["assertions.json"] ?? "")).toHaveLength(2);
    expect(await carryOut(terminalInspection, config)).toMatchObject({ verdict: null });
  });

  test("what it did not print is a fail; what took too long is an error", async () => {
    const steps = [{ action: "wait_for", text: "never" }];
    expect(await carryOut(terminalCheck, { command: "echo once", steps })).toMatchObject({
      verdict: "fail",
      reason: 'it does not hold that it printed "never" before it ended',
    });
    expect(await carryOut(terminalCheck, { command: "sleep 60", steps, timeout_seconds: 1 })).toMatchObject({
      verdict: "error",
    });
  });

  test("what only sends proves nothing", async () => {
    const steps = [{ action: "send", text: "one" }];
    expect(await carryOut(terminalCheck, { command: ECHO, steps })).toMatchObject({
      verdict: "undetermined",
    });
  });
});

test("the state of a machine is looked at, and every check is told", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a file.txt"), "hello\n");
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const checks = [
      { check: "file_exists", path: "a file.txt" },
      { check: "file_contains", path: "a file.txt", text: "hello" },
      { check: "file_missing", path: "another" },
      { check: "port_open", port: (server.address() as AddressInfo).port },
      { check: "command_succeeds", command: "true" },
    ];
    const done = await carryOut(machineStateCheck, { checks }, folder);
    expect(done).toMatchObject({ verdict: "pass" });
    expect(JSON.parse(done.texts["assertions.json"] ?? "")).toHaveLength(5);
    const failed = await carryOut(
      machineStateCheck,
      { checks: [{ check: "file_exists", path: "no" }] },
      folder,
    );
    expect(failed).toMatchObject({ verdict: "fail", reason: "it does not hold that no is there" });
    const unknown = [{ check: "command_succeeds", command: "no-such-program-anywhere" }];
    expect(await carryOut(machineStateCheck, { checks: unknown }, folder)).toMatchObject({
      verdict: "error",
    });
  } finally {
    server.close();
  }
});
