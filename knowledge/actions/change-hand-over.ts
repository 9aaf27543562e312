import * as z from "zod/mini";
import { type Handing, handOver } from "../change/hand-over.ts";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { decideChange } from "../work/decide-change.ts";
import { nameChange } from "../work/name-change.ts";
import { type ChangeId, readChange } from "../work/read-change.ts";
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
    const handing = {
      at: new Date(deps.clock.now()).toISOString(),
      by,
      to,
      note: note === undefined ? null : mask(note),
      seen: seen ?? null,
      head: head?.toLowerCase() ?? null,
    };
    const { answer, run } = dryRun
      ? await foreseen(deps, id, handing)
      : await decideChange(deps, id, (now) => handOver(now.run, handing));
    return {
      result: answer.kind === "done" && dryRun ? "planned" : answer.kind,
      refusal: answer.kind === "refused" ? { ...answer.refusal } : null,
      view: await viewChange(deps, run),
    };
  },
});

/** What would become of it, with the run as it stands. */
async function foreseen(deps: Pick<Deps, "ledger">, id: ChangeId, handing: Handing) {
  const { run } = await readChange(deps, id);
  return { answer: handOver(run, handing).answer, run };
}
