import type { Config } from "../config/config.ts";
import { applyEdit } from "../engineer/edits/apply-edit.ts";
import { type ChangeJudgement, type EditFinding, judgeChange } from "../engineer/edits/judge-change.ts";
import type { Intent } from "../engineer/intent/intent.ts";
import type { LastTestRun } from "../engineer/tools/check-conclusion.ts";
import type { EngineerCall } from "../engineer/tools/engineer-tools.ts";
import type { TestEdit } from "../loosening/loosening.ts";
import type { Deps } from "../ports/deps.ts";
import { maskText } from "../record/mask-text.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { runTests } from "./run-tests.ts";
import type { TestCommand } from "./test-command.ts";
import { testOutput } from "./test-output.ts";

export type BenchDeps = Pick<Deps, "changeBranch" | "sandbox" | "syntaxTrees">;

export interface BenchSetting {
  readonly head: string;
  readonly paths: readonly string[];
  readonly intent: Intent;
  readonly config: Config;
  readonly command: TestCommand | null;
  /** Top of the work tree, whose installed packages the tests may read. */
  readonly workTree: string;
  readonly mask: SecretMask;
  /** Whether a failed run of the tests shows only what fails on the base branch too. */
  readonly failsAsBase: (output: string) => boolean;
}

/** What a tool gave back, as text for the model. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** Lines of a file that one call gives, and found lines. */
const LINES = 800;
const FOUND = 60;

/** The QA engineer's four tools over one head, and what was done with them. Edits are held here; nothing is written. */
export interface ToolBench {
  use(call: Exclude<EngineerCall, { tool: "conclude" }>): Promise<ToolAnswer>;
  /** The edits so far, against the head. */
  edits(): readonly TestEdit[];
  tests(): LastTestRun;
  /** Findings of edits that were refused. */
  refusals(): readonly EditFinding[];
  judge(quotes: readonly string[]): Promise<ChangeJudgement>;
}

export function toolBench(deps: BenchDeps, setting: BenchSetting): ToolBench {
  const { head, paths, intent, config, mask } = setting;
  const edited = new Map<string, TestEdit>();
  const refused: EditFinding[] = [];
  let tests: LastTestRun = { kind: "none" };

  const edits = () => [...edited.values()].filter(({ before, after }) => before !== after);
  const read = async (path: string) => {
    const own = edited.get(path);
    return own === undefined ? deps.changeBranch.read(head, path) : own.after;
  };
  const judgeAll = (all: readonly TestEdit[], quotes: readonly string[]) =>
    judgeChange(deps.syntaxTrees, { edits: all, existing: paths, tests: config.tests, intent, quotes });

  const use: ToolBench["use"] = async (call) => {
    switch (call.tool) {
      case "read_file": {
        const text = await read(call.path);
        if (text === null)
          return wrong(`${call.path} is not at the head, is no text, or is larger than 1 MiB.`);
        return { text: maskText(numbered(text, call.firstLine, call.lastLine), mask), isError: false };
      }
      case "search": {
        const found = await deps.changeBranch.search(head, call.text, FOUND);
        const lines = found.map(({ path, line, text }) => `${path}:${line}: ${text.slice(0, 300)}`);
        return {
          text: lines.length === 0 ? "No line holds it." : maskText(lines.join("\n"), mask),
          isError: false,
        };
      }
      case "edit_test":
        return edit(call.path, call.oldText, call.newText);
      case "run_tests":
        return run();
    }
  };

  async function edit(path: string, oldText: string, newText: string): Promise<ToolAnswer> {
    const before = edited.get(path)?.before ?? (await deps.changeBranch.read(head, path));
    const now = edited.has(path) ? (edited.get(path)?.after ?? null) : before;
    const applied = applyEdit(now, oldText, newText);
    if (applied.kind === "refused") return wrong(applied.why);
    const made: TestEdit = { path, before, after: applied.text };
    const all = [...edits().filter((one) => one.path !== path), made];
    const judged = await judgeAll(all, []);
    const stays = judged.kind === "accepted" || judged.findings.every(({ needsQuote }) => needsQuote);
    if (judged.kind === "refused" && !stays) {
      refused.push(...judged.findings);
      return wrong(`Refused, nothing was changed:\n${judged.findings.map(({ words }) => words).join("\n")}`);
    }
    edited.set(path, made);
    if (tests.kind === "ran") tests = { ...tests, stale: true };
    const needs = judged.kind === "refused" ? judged.findings.map(({ words }) => words) : [];
    const note =
      needs.length === 0
        ? ""
        : `\nIt holds only with a quote from the intent in your conclusion:\n${needs.join("\n")}`;
    return { text: `Changed ${path}.${note}`, isError: false };
  }

  async function run(): Promise<ToolAnswer> {
    if (setting.command === null) {
      tests = {
        kind: "unavailable",
        why: "nothing says how its tests are run; set ci.command in .assay/config.yaml",
      };
      return wrong(tests.why);
    }
    const ran = await runTests(deps, {
      commit: head,
      edits: edits().map(({ path, after }) => ({ path, text: after })),
      command: setting.command.command,
      settings: config.sandbox,
      workTree: setting.workTree,
    });
    if (ran.kind === "refused") {
      tests = { kind: "unavailable", why: ran.why };
      return wrong(`The tests cannot be run here: ${ran.why}`);
    }
    const output = maskText(testOutput(ran), mask);
    const passed = ran.code === 0 || (ran.limit === null && setting.failsAsBase(output));
    tests = { kind: "ran", passed, stale: false };
    const how =
      ran.limit === null ? `ended with ${ran.code ?? "a signal"}` : `was ended at its limit of ${ran.limit}`;
    return { text: `The command ${how}.\n${output}`, isError: !passed };
  }

  return {
    use,
    edits,
    tests: () => tests,
    refusals: () => refused,
    judge: (quotes) => judgeAll(edits(), quotes),
  };
}

function wrong(text: string): ToolAnswer {
  return { text, isError: true };
}

function numbered(text: string, first: number, last: number | null): string {
  const lines = text.split("\n");
  const end = Math.min(last ?? lines.length, first + LINES - 1, lines.length);
  const shown = lines.slice(first - 1, end).map((line, index) => `${first + index}: ${line}`);
  const left = lines.length - end;
  return [...shown, ...(left > 0 ? [`(${left} more lines)`] : [])].join("\n");
}
