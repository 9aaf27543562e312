import * as z from "zod/mini";
import { changeEvent } from "../change/change-events.ts";
import { currentStep } from "../change/change-run.ts";
import type { ChangeRun } from "../change/change-state.ts";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import type { LedgerEvent } from "../ports/ledger.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { appendEvents } from "../work/append-events.ts";
import { nameChange } from "../work/name-change.ts";
import { readChange } from "../work/read-change.ts";
import { viewChange } from "../work/view-change.ts";
import { operation } from "./operation.ts";
import { ChangeAddress } from "./views/change-address.ts";
import { ChangeView } from "./views/change-view.ts";

const HandedOver = z.lazy(() =>
  z.object({
    /** `planned`: nothing was done, because only that was asked. */
    result: z.enum(["done", "planned", "unchanged", "refused"]),
    refusal: z.nullable(z.object({ code: z.string(), why: z.string(), recover: z.string() })),
    view: ChangeView,
  }),
);
export type HandedOver = z.output<typeof HandedOver>;

/**
 * Hands a change on: a builder or reviewer says that their step is done, or whoever sees that it cannot go on gives it
 * to a person. What follows is done by the next `change work`. With `dryRun` nothing is written. Errors: change_unknown,
 * those of the ledger.
 */
export const changeHandOver = operation({
  id: "change.hand-over",
  title: "Hand a change to its next step, or to a person",
  input: z.object({
    address: ChangeAddress,
    to: z._default(z.enum(["next", "person"]), "next"),
    note: z
      .optional(z.string().check(z.minLength(1), z.maxLength(2_000)))
      .check(z.describe("what was done or found, or the question for the person")),
    head: z
      .optional(z.string().check(z.regex(/^[0-9a-f]{7,64}$/i)))
      .check(
        z.describe(
          "the commit that was looked at, or its beginning; refused where the step is about another one by now",
        ),
      ),
    dryRun: z._default(z.boolean(), false).check(z.describe("say what would be done, and do nothing")),
    seen: z
      .optional(z.object({ run: z.int(), step: z.string(), round: z.int() }))
      .check(z.describe("the step that is meant; refused where another one is open by now")),
  }),
  output: HandedOver,
  writes: true,
  async run(
    deps: Pick<Deps, "forge" | "repository" | "configFile" | "ledger" | "clock" | "person" | "secrets">,
    { address, to, note, head, dryRun, seen },
  ): Promise<HandedOver> {
    const config = await readConfig(deps.configFile);
    const id = await nameChange(deps, address ?? null, config);
    const mask = await secretsMask(deps.secrets);
    const by = await deps.person.name();
    for (;;) {
      const { run, seq } = await readChange(deps, id);
      const handed = handOver(run, {
        at: new Date(deps.clock.now()).toISOString(),
        by,
        to,
        note: note === undefined ? null : mask(note),
        seen: seen ?? null,
        head: head?.toLowerCase() ?? null,
      });
      if (handed.kind !== "done") {
        const refusal = handed.kind === "refused" ? handed.refusal : null;
        return { result: handed.kind, refusal, view: await viewChange(deps, run) };
      }
      if (dryRun) return { result: "planned", refusal: null, view: await viewChange(deps, run) };
      if (!(await appendEvents(deps, id, seq, [handed.event]))) continue;
      return {
        result: "done",
        refusal: null,
        view: await viewChange(deps, (await readChange(deps, id)).run),
      };
    }
  },
});

interface Handing {
  readonly at: string;
  readonly by: string;
  readonly to: "next" | "person";
  readonly note: string | null;
  /** What whoever decides it was shown; null: they mean what is open. */
  readonly head: string | null;
  readonly seen: { readonly run: number; readonly step: string; readonly round: number } | null;
}

type Handed =
  | { readonly kind: "done"; readonly event: LedgerEvent }
  | { readonly kind: "unchanged" }
  | {
      readonly kind: "refused";
      readonly refusal: { readonly code: string; readonly why: string; readonly recover: string };
    };

function handOver(run: ChangeRun, { seen, head, ...handing }: Handing): Handed {
  const current = currentStep(run);
  if (current === null && run.ended === null)
    return refused(
      "step_not_begun",
      "no step of the run has begun yet",
      "`assay change work` begins with the first one",
    );
  if (current === null)
    return refused(
      "change_run_ended",
      "no step of the change is open",
      "`assay change start` begins another run",
    );
  const { step, round } = current;
  const isSeen =
    seen === null || (seen.run === run.run && seen.step === step.name && seen.round === round.round);
  if (!isSeen)
    return refused(
      "change_moved_on",
      `step ${step.name}, round ${round.round} is open by now`,
      "look at the change again, then decide",
    );
  if (head !== null && !round.head.startsWith(head))
    return refused(
      "change_moved_on",
      `step ${step.name} is about ${round.head.slice(0, 12)} by now`,
      "look at that commit, then decide",
    );
  if (round.handedOver !== null && round.handedOver.to === handing.to) return { kind: "unchanged" };
  if (handing.to === "next" && step.agentRole === "ci-resolver")
    return refused(
      "step_not_outside",
      `step ${step.name} is the QA engineer's and ends by what CI says`,
      "`assay change work` goes on with it; --to person takes the change over",
    );
  const place = { run: run.run, step: step.name, round: round.round };
  return { kind: "done", event: changeEvent("step.handed-over", { ...place, ...handing }) };
}

function refused(code: string, why: string, recover: string): Handed {
  return { kind: "refused", refusal: { code, why, recover } };
}
