import * as z from "zod/mini";
import type { Deps } from "../../ports/deps.ts";
import { methodOf } from "../../qa/method-of.ts";
import { operation } from "../operation.ts";
import { refused, told } from "./answer-once.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { jsonObject } from "./payload-parts.ts";
import { placeOfRow, placeOfSubject } from "./place-of.ts";
import { readQaSettings } from "./qa-settings.ts";
import { readSubject } from "./read-subject.ts";
import { rowsOfSubject } from "./rows-of-subject.ts";
import { viewRequirements } from "./view-requirements.ts";
import { RunOut } from "./views/qa-rows.ts";

const Input = z.lazy(() => requestOf(z.strictObject({})));
export const QaBrowserContext = z.lazy(() =>
  responseOf(
    z.object({
      cases: z.array(
        z.object({
          requirement_id: z.string(),
          task_num: z.nullable(z.int()),
          title: z.string(),
          method_id: z.nullable(z.string()),
          instructions: z.nullable(z.string()),
          expected_outcome: z.nullable(z.string()),
          method_config: z.nullable(jsonObject()).check(z.describe("routes, assertions, waits, captures")),
          target_env: z.nullable(z.string()),
          base_url: z.nullable(z.string()),
          word: z.string().check(z.describe("how it stands")),
          latest_run: z.nullable(RunOut).check(z.describe("with what it captured")),
        }),
      ),
    }),
  ),
);
export type QaBrowserContext = z.output<typeof QaBrowserContext>;

/**
 * What somebody who carries out or reviews browser cases needs: of a subject's cases (or one) that are carried out in a
 * browser, what is done, where, and what was captured last. Errors: input_invalid, config_invalid, those of the ports.
 */
export const qaBrowserContextGet = operation({
  id: "qa.browser_context.get",
  title: "Show the browser cases of a subject and what they captured",
  input: Input,
  output: QaBrowserContext,
  writes: false,
  async run(
    deps: Pick<Deps, "clock" | "configFile" | "ledger" | "projectFiles">,
    { target },
  ): Promise<QaBrowserContext> {
    const place =
      target?.kind === "requirement"
        ? placeOfRow("qa.browser_context.get", target, "requirement")
        : placeOfSubject("qa.browser_context.get", target);
    if (place.kind === "refused") return refused(place);
    const read = await readSubject(deps.ledger, place.stream);
    if (read.kind === "refused") return refused(read);
    const { methods } = await readQaSettings(deps);
    const all =
      "subject" in place
        ? rowsOfSubject(read.qa, place.subject)
        : Object.values(read.qa.requirements).filter(({ row }) => row.id === place.id);
    const rows = all.filter(({ row }) => {
      const runner = methodOf(row, methods)?.runner_id;
      return runner === "browser_substrate" || runner === "agent" || runner === "agent_mission";
    });
    const views = await viewRequirements(deps, read, rows);
    return told({
      cases: views.map((view, at) => ({
        requirement_id: view.id,
        task_num: view.task_num,
        title: view.title,
        method_id: view.method_id,
        instructions: view.instructions,
        expected_outcome: view.expected_outcome,
        method_config: view.method_config,
        target_env: view.target_env,
        base_url: view.target_env_snapshot?.base_url ?? null,
        word: view.standing.word,
        latest_run: rows[at]?.runs.at(-1) ?? null,
      })),
    });
  },
});
