import * as z from "zod/mini";
import { browserStep } from "./browser-steps.ts";
import type { ConfigContract } from "./method.ts";
import { SLUG } from "./plan-words.ts";

/** Seconds that a command may take where its case says nothing. */
const COMMAND_SECONDS = 1_200;
const MOST_STEPS = 200;

const text = (most: number, meaning: string) =>
  z.string().check(z.minLength(1), z.maxLength(most), z.regex(/\S/), z.describe(meaning));
const seconds = () => z.int().check(z.minimum(1), z.maximum(7_200));
const timeout = () =>
  z._default(seconds(), COMMAND_SECONDS).check(z.describe("seconds that it may take, 1 to 7200"));
const slug = (meaning: string) => z.string().check(z.regex(SLUG), z.maxLength(100), z.describe(meaning));
const command = () => text(8_000, "a line of shell, run at the top of the work tree");
const pixels = (meaning: string) => z.int().check(z.minimum(200), z.maximum(4_000), z.describe(meaning));

const browser = () =>
  z.strictObject({
    steps: z
      .array(browserStep())
      .check(z.minLength(1), z.maxLength(MOST_STEPS), z.describe("what is done, in order; first a navigate")),
    profile: z.optional(slug("saved profile of the browser to begin with; a fresh one by default")),
    viewport: z
      .optional(z.strictObject({ width: pixels("pixels"), height: pixels("pixels") }))
      .check(z.describe("size of the page; that of the runner by default")),
    step_timeout_seconds: z
      .optional(z.int().check(z.minimum(1), z.maximum(300)))
      .check(z.describe("seconds that one step may take, 1 to 300; those of the runner by default")),
  });

const terminalStep = () =>
  z.discriminatedUnion("action", [
    z.strictObject({
      action: z.literal("send"),
      text: z.string().check(z.minLength(1), z.maxLength(2_000), z.describe("what is typed, ended by Enter")),
    }),
    z.strictObject({ action: z.literal("wait_for"), text: text(2_000, "what has to be printed first") }),
    z.strictObject({
      action: z.literal("capture"),
      capture: slug("name of what is kept of the screen, once in its case"),
    }),
    z.discriminatedUnion("check", [
      z.strictObject({
        action: z.literal("assert"),
        check: z.literal("output_contains"),
        text: text(2_000, "what has to be printed"),
      }),
      z.strictObject({
        action: z.literal("assert"),
        check: z.literal("exit_code"),
        expected: z.int().check(z.minimum(0), z.maximum(255), z.describe("what it has to exit with")),
      }),
    ]),
  ]);

const path = () => text(2_000, "a path on the machine");
const machineCheck = () =>
  z.discriminatedUnion("check", [
    z.strictObject({ check: z.literal("file_exists"), path: path() }),
    z.strictObject({ check: z.literal("file_missing"), path: path() }),
    z.strictObject({
      check: z.literal("file_contains"),
      path: path(),
      text: text(2_000, "what it has to hold"),
    }),
    z.strictObject({ check: z.literal("process_running"), name: text(200, "name of the program") }),
    z.strictObject({
      check: z.literal("port_open"),
      port: z.int().check(z.minimum(1), z.maximum(65_535), z.describe("TCP port on the machine itself")),
    }),
    z.strictObject({ check: z.literal("command_succeeds"), command: text(8_000, "a line of shell") }),
  ]);

/**
 * What a case's `method_config` looks like, by the contract that its method names (spec: QA platform, methods). What is
 * between its parts, such as a navigate before all else, is in `check-method-config.ts`.
 */
export const CONFIG_SCHEMAS = {
  command: z.lazy(() =>
    z.strictObject({
      command: command(),
      timeout_seconds: timeout(),
      requires_base_url: z
        .optional(z.boolean())
        .check(z.describe("whether it needs the base URL of what it is run against; false by default")),
    }),
  ),
  "command-ci": z.lazy(() =>
    z.strictObject({
      ci_workflow: text(200, "file or name of the CI workflow that has to succeed, as in e2e.yml"),
      command: z.optional(text(8_000, "what the workflow is there to run; for people, nothing runs it")),
      timeout_seconds: timeout(),
    }),
  ),
  "browser-check": z.lazy(browser),
  "browser-inspection": z.lazy(browser),
  terminal: z.lazy(() =>
    z.strictObject({
      command: command(),
      steps: z
        .array(terminalStep())
        .check(z.minLength(1), z.maxLength(MOST_STEPS), z.describe("what is done, in order")),
      timeout_seconds: timeout(),
    }),
  ),
  "machine-state": z.lazy(() =>
    z.strictObject({
      checks: z
        .array(machineCheck())
        .check(z.minLength(1), z.maxLength(MOST_STEPS), z.describe("what has to hold on the machine")),
    }),
  ),
  mission: z.lazy(() =>
    z.strictObject({
      goal: text(8_000, "what the walker is to find out"),
      areas: z
        .optional(z.array(text(200, "an area of the product")).check(z.minLength(1), z.maxLength(50)))
        .check(z.describe("where it looks; anywhere by default")),
      minutes: z
        ._default(z.int().check(z.minimum(1), z.maximum(480)), 60)
        .check(z.describe("minutes that it may take, 1 to 480")),
      profile: z.optional(slug("saved profile of the browser to begin with; a fresh one by default")),
    }),
  ),
  manual: z.lazy(() =>
    z.strictObject({
      checklist: z
        .optional(z.array(text(1_000, "one thing to see to")).check(z.minLength(1), z.maxLength(100)))
        .check(z.describe("what the person goes through")),
    }),
  ),
} as const satisfies Record<ConfigContract, z.core.$ZodType>;
