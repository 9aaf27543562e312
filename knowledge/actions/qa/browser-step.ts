import * as z from "zod/mini";
import { redactEvidence } from "../../execute/redact/redact-evidence.ts";
import { redactWords } from "../../execute/redact/redact-words.ts";
import { browserStep } from "../../plan/browser-steps.ts";
import type { BrowserStep } from "../../ports/browser-driver.ts";
import type { Deps } from "../../ports/deps.ts";
import { secretsMask } from "../../store/secrets-mask.ts";
import { operation } from "../operation.ts";
import { told } from "./answer-once.ts";
import { browserOptions, browserPayload, profileName } from "./browser-payload.ts";
import type { Warning } from "./envelope.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { text } from "./payload-parts.ts";
import { PlaceOut, StepOut, viewPlace, viewStep } from "./views/browser.ts";

const MOST_STEPS = 100;

const Input = z.lazy(() =>
  requestOf(
    z
      .strictObject({
        ...browserPayload(),
        steps: z.array(browserStep()).check(z.minLength(1), z.maxLength(MOST_STEPS)),
        out: z.optional(text(4_000)).check(z.describe("folder for the pictures of its screenshot steps")),
        trace: z.optional(text(4_000)).check(z.describe("file for a Playwright trace, masked")),
        save_profile: z
          .optional(profileName())
          .check(z.describe("name under which cookies and storage are saved where every step was done")),
      })
      .check(
        z.refine(
          ({ steps, out }) => out !== undefined || steps.every(({ action }) => action !== "screenshot"),
          "a screenshot step needs `out`, a folder for its picture",
        ),
      ),
  ),
);
export type QaBrowserStepInput = z.input<typeof Input>;
export const QaBrowserStep = z.lazy(() =>
  responseOf(
    z.object({
      steps: z.array(StepOut).check(z.describe("up to the first that failed or errored")),
      is_done: z.boolean().check(z.describe("true where every step was done or passed")),
      page: PlaceOut,
      files: z.array(z.string()),
      saved_profile: z.nullable(z.string()),
    }),
  ),
);
export type QaBrowserStep = z.output<typeof QaBrowserStep>;

/**
 * Carries out steps on a page, to see what they do: it proves nothing, belongs to no run and makes no verdict. Stops at
 * the first that fails. Errors: those of the browser, output_file_refused, secrets_unreadable.
 */
export const qaBrowserStep = operation({
  id: "qa.browser.step",
  title: "Try steps on a page",
  input: Input,
  output: QaBrowserStep,
  writes: true,
  async run(
    deps: Pick<Deps, "browserDriver" | "outputs" | "secrets" | "zips">,
    { payload },
  ): Promise<QaBrowserStep> {
    const { browserDriver, outputs } = deps;
    const mask = await secretsMask(deps.secrets);
    const masked = (words: string) => redactWords(words, mask);
    return browserDriver.open(browserOptions(payload, payload.trace !== undefined), async (page) => {
      const steps: z.output<typeof StepOut>[] = [];
      const files: string[] = [];
      const warnings: Warning[] = [];
      let isDone = true;
      for (const step of payload.steps as readonly BrowserStep[]) {
        const seen = viewStep(step.action, await page.step(step), masked);
        steps.push(seen);
        isDone = seen.outcome === "done" || seen.outcome === "passed";
        if (!isDone) break;
        if (step.action === "screenshot")
          files.push(await outputs.write(`${payload.out}/${step.capture}.png`, await page.screenshot()));
      }
      const place = await viewPlace(page, masked);
      const saved = isDone ? (payload.save_profile ?? null) : null;
      if (saved !== null) await page.saveProfile(saved);
      const trace = payload.trace === undefined ? null : await page.trace();
      if (payload.trace !== undefined && trace !== null) {
        const safe = await redactEvidence(deps.zips, { name: "trace.zip", bytes: trace }, mask);
        if (safe.kind === "refused") warnings.push({ code: safe.code, message: safe.why });
        else {
          files.push(await outputs.write(payload.trace, safe.bytes));
          warnings.push(...safe.notes.map((message) => ({ code: "left_out", message })));
        }
      }
      return told({ steps, is_done: isDone, page: place, files, saved_profile: saved }, warnings);
    });
  },
});
