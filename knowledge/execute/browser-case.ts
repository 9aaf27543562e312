import type { Step } from "../evidence/test-case.ts";
import type { BrowserPage, BrowserStep, StepSeen } from "../ports/browser-driver.ts";
import { browserVerdict } from "./browser-verdict.ts";
import { caseConfig } from "./case-config.ts";
import { evidenceStep } from "./evidence-step.ts";
import { type KnownSelector, knownSelectors } from "./known-selectors.ts";
import type { Captured, CarriedOut, CaseGiven, Prepared, RunnerPorts } from "./runner.ts";
import { type Healed, stepOrHeal } from "./step-or-heal.ts";
import { runAgainst, SET_UP_BROWSER } from "./ways-on.ts";

const VIEWPORT = { width: 1280, height: 720 } as const;
const STEP_SECONDS = 10;

/**
 * The steps of a case in a real browser, or what it needs that is not there. Assertions give the verdict; where somebody else
 * gives it, the pictures wait for it. Errors: those of the browser; they mean that nobody can tell.
 */
export async function prepareBrowserCase(
  { browserDriver, records, journal }: Pick<RunnerPorts, "browserDriver" | "journal" | "records">,
  given: CaseGiven,
): Promise<Prepared> {
  const { method, row, baseUrl } = given;
  const contract = method.config_contract === "browser-inspection" ? "browser-inspection" : "browser-check";
  const config = caseConfig(contract, given);
  const steps = config.steps as readonly BrowserStep[];
  const isRelative = steps.some((step) => step.action === "navigate" && step.route.startsWith("/"));
  if (isRelative && baseUrl === null)
    return {
      kind: "blocked",
      why: "its routes are below a base URL, and none is known",
      recover: runAgainst(row),
    };
  const status = await browserDriver.status();
  if (status.kind !== "ready")
    return {
      kind: "blocked",
      why:
        status.kind === "missing" ? "no browser was found" : `the browser does not start: ${status.reason}`,
      recover: SET_UP_BROWSER,
    };
  const options = {
    baseUrl,
    profile: config.profile ?? null,
    viewport: config.viewport ?? VIEWPORT,
    timeoutMs: (config.step_timeout_seconds ?? STEP_SECONDS) * 1_000,
    trace: true,
  };
  const isJudgedByOthers = method.verdict_path !== "automatic";
  return {
    kind: "ready",
    carryOut: () =>
      browserDriver.open(options, (page) =>
        walk(page, steps, {
          profile: options.profile,
          isJudgedByOthers,
          known: () => knownSelectors({ records, journal }),
        }),
      ),
  };
}

interface Done {
  readonly step: BrowserStep;
  readonly seen: StepSeen;
  readonly healed: Healed | null;
}

interface Walk {
  readonly profile: string | null;
  readonly isJudgedByOthers: boolean;
  /** What memory knows elements by. */
  known(): Promise<readonly KnownSelector[]>;
}

/** Carries the steps out, up to the first that fails. */
async function walk(
  page: BrowserPage,
  todo: readonly BrowserStep[],
  { profile, isJudgedByOthers, known }: Walk,
): Promise<CarriedOut> {
  const done: Done[] = [];
  const artifacts: Captured[] = [];
  for (const step of todo) {
    const { seen, healed } = await stepOrHeal(page, step, known);
    done.push({ step, seen, healed });
    if (seen.outcome === "failed" || seen.outcome === "errored") break;
    if (step.action === "screenshot")
      artifacts.push(picture(await page.screenshot(), step.capture, `as captured: ${step.capture}`));
  }
  const { verdict, reason } = browserVerdict(
    done.map(({ step, seen }) => ({ ...seen, isAssertion: step.action === "assert" })),
    { steps: todo.length, captures: artifacts.length, isJudgedByOthers },
  );
  if (verdict === "fail" || verdict === "error") {
    artifacts.push(picture(await page.screenshot(), "at-the-failure", "the page where it failed"));
    const trace = await page.trace();
    if (trace !== null)
      artifacts.push({
        artifact_kind: "trace",
        name: "trace.zip",
        bytes: trace,
        description: "trace of the browser",
      });
  }
  const { url, title, hasSession } = await page.place();
  const errors = page.consoleErrors();
  const assertions = done.filter(({ step }) => step.action === "assert");
  artifacts.push({
    artifact_kind: "report",
    name: "steps.json",
    bytes: Buffer.from(
      `${JSON.stringify({ steps: done, page: { url, title }, console_errors: errors }, null, 2)}\n`,
    ),
    description: "every step with what was seen",
  });
  const steps = done.map((one, at) => stepOf(one, at, done, verdict === "pass"));
  return {
    verdict,
    reason,
    values: {
      url,
      title,
      steps: done.length,
      assertions: assertions.length,
      assertions_passed: assertions.filter(({ seen }) => seen.outcome === "passed").length,
      console_errors: errors.length,
      no_console_errors: errors.length === 0,
      healed: done.flatMap(({ healed }, at) => (healed === null ? [] : [toldHealing(healed, at)])),
    },
    sign_in: { profile, authenticated: hasSession },
    artifacts,
    steps,
    corrections: done.flatMap(({ healed }, at) => {
      const step = steps[at];
      return healed === null || step?.check !== "passed" ? [] : healed.tests.map((test) => ({ test, step }));
    }),
  };
}

/** A step for learning. What was found in another way is known once a later check bears it out. */
function stepOf({ step, seen, healed }: Done, at: number, done: readonly Done[], isPass: boolean): Step {
  const plain = evidenceStep(step, seen, at + 1);
  if (healed === null) return plain;
  const found = { ...plain, locator: healed.to, element: healed.element };
  const isBorneOut =
    isPass &&
    done.slice(at + 1).some((later) => later.step.action === "assert" && later.seen.outcome === "passed");
  return isBorneOut ? { ...found, matched: 1, check: "passed" } : found;
}

function toldHealing({ from, to, record, element }: Healed, at: number) {
  return { step: at + 1, from, to, record, element };
}

function picture(bytes: Uint8Array, name: string, description: string): Captured {
  return { artifact_kind: "screenshot", name: `${name}.png`, bytes, description };
}
