import type { ChangeRun } from "../change/change-state.ts";
import type { Verdict } from "../change/step-verdict.ts";
import type { Config, WorkflowStep } from "../config/config.ts";
import { caseFile, nameChecks } from "../engineer/case-file.ts";
import { judgePath, testFilesOf } from "../engineer/edits/test-files.ts";
import type { Scene } from "../engineer/scene.ts";
import type { SortedFailure } from "../engineer/sort-failures.ts";
import { systemPrompt } from "../engineer/system-prompt.ts";
import { checkConclusion } from "../engineer/tools/check-conclusion.ts";
import { engineerTools, readEngineerCall } from "../engineer/tools/engineer-tools.ts";
import { askAgain } from "../model/ask-again.ts";
import type { PricedDeps } from "../model/priced-call.ts";
import { type DataQuotes, dataQuotes } from "../model/quote-data.ts";
import type { Deps } from "../ports/deps.ts";
import type { ModelMessage, ToolCall, ToolResult } from "../ports/model.ts";
import { maskText } from "../record/mask-text.ts";
import type { CommandChoice } from "./choose-command.ts";
import { gatherIntent } from "./gather-intent.ts";
import type { HeldAttempt } from "./hold-attempt.ts";
import type { Sight } from "./observe-change.ts";
import { type PaidAttempt, paidAttempt } from "./paid-attempt.ts";
import type { TestCommit } from "./plan-commit.ts";
import { type BenchDeps, type ToolBench, toolBench } from "./tool-bench.ts";

export type ConsultDeps = BenchDeps &
  PricedDeps &
  Pick<
    Deps,
    "artifacts" | "changeBranch" | "clock" | "forge" | "host" | "ids" | "ledger" | "person" | "secrets"
  >;

export interface Consultation {
  readonly run: ChangeRun;
  readonly held: HeldAttempt;
  readonly scene: Scene;
  readonly sight: Sight;
  /** Tip of the base branch. */
  readonly base: string;
  readonly config: Config;
  readonly step: WorkflowStep;
  readonly work: readonly SortedFailure[];
  readonly command: Extract<CommandChoice, { kind: "chosen" }>;
  /** The repository has no CI for changes. */
  readonly hasNoCi: boolean;
  readonly failsAsBase: (output: string) => boolean;
}

export type Consulted =
  | { readonly kind: "concluded"; readonly verdict: Verdict; readonly commit: TestCommit | null }
  /** Another process works on it now. */
  | { readonly kind: "lost" };

/** Calls of the model in one attempt, and answers of it that are of no use. */
const CALLS = 40;
const USELESS = 4;
/** Tool calls of one reply that are carried out. */
const AT_ONCE = 8;
const CALL_MS = 180_000;
const DIFF_BYTES = 80_000;
const RESULT_BYTES = 48_000;

/**
 * Lets the QA engineer work on failures until it concludes: one call of the model after the other, each paid for
 * before; its tools are the bench's, its conclusion is held against what code knows. A cap, a refusal of the provider
 * or answers that are of no use end in BLOCKED, with why. Errors: those of git, the ledger and a model that is not
 * there: the money is counted, and the attempt can be gone on with.
 */
export async function consultEngineer(deps: ConsultDeps, consultation: Consultation): Promise<Consulted> {
  const money = paidAttempt(deps, consultation);
  let consulted: Consulted | null = null;
  try {
    consulted = await consult(deps, consultation, money);
    return consulted;
  } finally {
    // Whoever has the attempt now goes on with the money, too.
    if (consulted?.kind !== "lost") await money.settle();
  }
}

async function consult(
  deps: ConsultDeps,
  consultation: Consultation,
  money: PaidAttempt,
): Promise<Consulted> {
  const { run, held, scene, sight, config, work, hasNoCi } = consultation;
  const { head } = sight;
  const [intent, diff, paths, facts] = await Promise.all([
    gatherIntent(deps, run, sight),
    deps.changeBranch.diff(consultation.base, head, DIFF_BYTES),
    deps.changeBranch.list(head),
    deps.host.facts(),
  ]);
  const checks = nameChecks(work.map(({ failed }) => failed));
  const quotes = dataQuotes(deps);
  const bench = toolBench(deps, {
    head,
    paths,
    intent,
    config,
    command: consultation.command.command,
    workTree: facts.repository?.top ?? "",
    mask: scene.mask,
    failsAsBase: consultation.failsAsBase,
  });
  const ids = checks.map(({ id }) => id);
  const choice = { checks: (ids.length === 0 ? ["tests"] : ids) as [string, ...string[]], mayPass: hasNoCi };
  const opening = caseFile(
    {
      checks,
      change: { title: scene.mask(sight.change.title), baseBranch: run.change.baseBranch },
      intent,
      diff: scene.mask(diff),
      testFiles: testFilesOf(paths, config.tests),
      earlier: earlierOf(run, scene.step),
    },
    quotes,
  );
  const system = systemPrompt(quotes.rule, { hasCi: !hasNoCi });
  const tools = engineerTools(choice);
  let messages: ModelMessage[] = [{ role: "user", text: opening }];
  let useless = 0;
  for (let call = 0; call < CALLS; call++) {
    if (!(await held.keep())) return { kind: "lost" };
    const maxOutputTokens = config.model?.maxOutputTokens ?? 4_096;
    const asked = await money.ask({
      system,
      messages,
      tools,
      mustUseTool: true,
      maxOutputTokens,
      timeoutMs: CALL_MS,
    });
    if (asked.kind === "blocked") return blocked(asked.question, scene);
    const { reply } = asked;
    if (reply.calls.length === 0) {
      useless += 1;
      if (useless >= USELESS) break;
      messages = askAgain(messages, reply, "Use one of the tools; conclude ends your work.");
      continue;
    }
    const results: ToolResult[] = [];
    for (const [at, one] of reply.calls.entries()) {
      if (!(await held.keep())) return { kind: "lost" };
      const used =
        at < AT_ONCE ? await answerCall(one) : { text: "Too many calls in one reply.", isError: true };
      if ("verdict" in used)
        return { kind: "concluded", verdict: used.verdict, commit: commitOf(used.verdict, bench, head) };
      if (used.isError) useless += used.isUseless === true ? 1 : 0;
      results.push({ id: one.id, name: one.name, text: used.text, isError: used.isError });
    }
    if (useless >= USELESS) break;
    const { text, calls } = reply;
    messages = [...messages, { role: "assistant", text, calls }, { role: "tool", results }];
  }
  return blocked(giveUp(bench, useless), scene);

  async function answerCall(
    called: ToolCall,
  ): Promise<{ text: string; isError: boolean; isUseless?: boolean } | { verdict: Verdict }> {
    const read = readEngineerCall(called, choice);
    if (read.kind === "wrong")
      return wrong("The input is not of the tool's form", "problem of the input", read.words);
    if (read.call.tool !== "conclude") {
      const { text, isError } = await bench.use(read.call);
      return { text: quoted(quotes, read.call.tool, text), isError };
    }
    const checked = await checkConclusion(read.call.conclusion, {
      checks: checks.map(({ id, failed }) => ({ id, name: failed.check.name })),
      mayPass: hasNoCi,
      edits: bench.edits(),
      tests: bench.tests(),
      mask: scene.mask,
      read: (path) => deps.changeBranch.read(head, path),
      isTest: (path) => judgePath(path, config.tests, [path]).kind === "test",
      judge: bench.judge,
    });
    if (checked.kind === "verdict") return { verdict: checked.verdict };
    return wrong("The conclusion does not hold", "problems of the conclusion", checked.problems.join("\n"));
  }

  /** What is wrong names lines and words of others, so it is told as data. */
  function wrong(what: string, name: string, problems: string) {
    const told = quotes.quote(name, problems, RESULT_BYTES);
    return { text: `${what}; what is wrong:\n${told}`, isError: true, isUseless: true };
  }
}

/** What a tool gave holds what others wrote; our own words around it are few. */
function quoted(quotes: DataQuotes, tool: string, text: string): string {
  return quotes.quote(`result of ${tool}`, text, RESULT_BYTES);
}

/** A question that quotes what was refused, or a provider, is masked like everything that is kept. */
function blocked(question: string, { mask }: Scene): Consulted {
  const verdict = { word: "BLOCKED", question: maskText(question, mask), by: "rule" } as const;
  return { kind: "concluded", verdict, commit: null };
}

function giveUp(bench: ToolBench, useless: number): string {
  const why = useless >= USELESS ? "its answers were of no use" : `it did not conclude in ${CALLS} calls`;
  const refused = bench
    .refusals()
    .slice(0, 3)
    .map(({ words }) => words);
  const told = refused.length === 0 ? "" : ` Edits that were refused: ${refused.join("; ")}.`;
  return `The QA engineer came to no conclusion: ${why}.${told} Is the code wrong, or the test?`;
}

function commitOf(verdict: Verdict, bench: ToolBench, parent: string): TestCommit | null {
  if (verdict.word !== "TEST CHANGED" && verdict.word !== "CHANGED") return null;
  const edits = bench.edits().map(({ path, after }) => ({ path, text: after }));
  return { verdict, edits, parent };
}

function earlierOf({ steps }: ChangeRun, step: string) {
  const rounds = steps.find(({ name }) => name === step)?.rounds ?? [];
  return rounds.flatMap(({ round, attempts }) =>
    attempts.flatMap(({ attempt, ended, isVoid }) =>
      ended === null || isVoid ? [] : [{ round, attempt, verdict: ended.verdict }],
    ),
  );
}
