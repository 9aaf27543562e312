import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { type EventMask, eventMask } from "../../../cli/recorders/event-mask.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

function maskOf(project: string, user: string): EventMask {
  const folder = temporaryFolder();
  mkdirSync(join(folder, ".assay/local"), { recursive: true });
  writeFileSync(join(folder, ".assay/local/secrets"), project);
  mkdirSync(join(folder, "config/assay"), { recursive: true });
  writeFileSync(join(folder, "config/assay/secrets"), user);
  const cwd = vi.spyOn(process, "cwd").mockReturnValue(folder);
  vi.stubEnv("XDG_CONFIG_HOME", join(folder, "config"));
  try {
    return eventMask();
  } finally {
    cwd.mockRestore();
    vi.unstubAllEnvs();
  }
}

test("L-012 every field of an event is masked by the secrets of the project and of the user", () => {
  const mask = maskOf("TOKEN=s3cr3t-token\n", "hunter2!\n123456\n");
  const event = {
    type: "step.finished",
    test: "t1",
    action: "fill s3cr3t-token",
    locator: "getByText('HUNTER2!')",
    urlBefore: "/pay?token=s3cr3t-token",
    expected: "s3cr3t-token",
    reported: { name: "hunter2!", value: 1234567, unit: "s3cr3t-token" },
    failure: { message: "s3cr3t-token", text: "at s3cr3t-token" },
    suites: ["s3cr3t-token", "\u001b[1ms3cr3t\u001b[0m-token"],
    durationMs: 123456,
  };
  expect(mask(event)).toEqual({
    type: "step.finished",
    test: "t1",
    action: "fill ***",
    locator: "getByText('***')",
    urlBefore: "/pay?token=***",
    expected: "***",
    reported: { name: "***", value: "***7", unit: "***" },
    failure: { message: "***", text: "at ***" },
    suites: ["***", "***"],
    durationMs: 123456,
  });
});

test("the words of the format stay, whatever a secret is", () => {
  const mask = maskOf("failed\npassed\nstep.finished\n", "");
  const event = { type: "step.finished", test: "t1", action: "failed", check: "passed", outcome: "failed" };
  expect(mask(event)).toEqual({ ...event, action: "***" });
});

test("a value is cut after it is masked: no half of a secret stays at its end", () => {
  const mask = maskOf("s3cr3t-token\n", "");
  const { action } = mask({ action: `${"x".repeat(995)}s3cr3t-token and more` });
  expect(action).toHaveLength(1_000);
  expect(action).toMatch(/^x{995}\*\*\* …$/);
});
