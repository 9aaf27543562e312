import * as z from "zod/mini";
import { refuseSecrets } from "../../acts/refuse-secrets.ts";
import { addItem } from "../../item/decisions/add-item.ts";
import { ITEM } from "../../item/item.ts";
import type { ItemState } from "../../item/item-state.ts";
import { ITEM_KINDS } from "../../item/item-status.ts";
import { itemStream } from "../../item/item-stream.ts";
import { ItemRow } from "../../item/row-schemas.ts";
import type { Deps } from "../../ports/deps.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import { ITEM_KEY } from "../../qa/subject.ts";
import { shellWord } from "../../text/shell-word.ts";
import { operation } from "../operation.ts";
import { answerOnce, refused } from "../qa/answer-once.ts";
import { type Response, requestOf, responseOf } from "../qa/envelope.ts";
import { projectName } from "../qa/project-name.ts";
import { readQaSettings } from "../qa/qa-settings.ts";
import { headHere, type ItemDeps } from "./answer-item.ts";
import { linkFields, numberIn, title } from "./link-payload.ts";

const Payload = z.lazy(() =>
  z.strictObject({
    key: z
      .exactOptional(z.string().check(z.regex(ITEM_KEY)))
      .check(z.describe("as in SHOP-12; else the prefix and the number of its issue or pull request")),
    prefix: z
      .exactOptional(z.string().check(z.regex(/^[A-Z][A-Z0-9]{0,15}$/)))
      .check(z.describe("as in SHOP; else it is made of the project's name")),
    title: title(),
    kind: z._default(z.enum(ITEM_KINDS), "issue").check(z.describe("an epic has tasks")),
    tasks: z
      ._default(z.array(title()).check(z.maxLength(200)), [])
      .check(z.describe("titles of an epic's tasks")),
    delivery_env: z
      ._default(z.nullable(z.string().check(z.maxLength(100))), null)
      .check(z.describe("environment that it is delivered to, of `environments` in .assay/config.yaml")),
    ...linkFields(),
  }),
);

const Input = z.lazy(() => requestOf(Payload));
const Output = z.lazy(() => responseOf(z.object({ item: ItemRow })));
type ItemOut = { readonly item: z.output<typeof ItemRow> };

/**
 * Begins a piece of work. What is checked out becomes its first head where its branch is. Errors: secret_refused,
 * config_invalid, those of `answerOnce` and of the ports.
 */
export const itemAdd = operation({
  id: "item.add",
  title: "Begin a piece of work: an issue, or an epic with tasks",
  input: Input,
  output: Output,
  writes: true,
  async run(
    deps: ItemDeps & Pick<Deps, "configFile" | "projectFiles" | "repository">,
    request,
  ): Promise<Response<ItemOut>> {
    const { payload } = request;
    const { environments } = await readQaSettings(deps);
    const project = await projectName(deps);
    const key = keyOf(payload, project);
    if (typeof key !== "string") return refused(key);
    const { title: name, kind, tasks, delivery_env, sha = null } = payload;
    const links = {
      issue: payload.issue ?? null,
      branch: payload.branch ?? null,
      pull: payload.pull ?? null,
    };
    await refuseSecrets(deps.secrets, [
      ["the title", name],
      ...tasks.map((task) => ["a task's title", task] as const),
      ...Object.entries(links).map(([what, value]) => [`the ${what}`, value ?? undefined] as const),
    ]);
    const head = await headHere(deps);
    return answerOnce<ItemState, ItemOut>(deps, {
      function: "item.add",
      stream: itemStream(key),
      projection: ITEM,
      request,
      choose({ state }, acting) {
        const ask = { key, kind, title: name, project, delivery_env, links, tasks, sha, head };
        const decided = addItem(state, ask, { ...acting, environments });
        return decided.kind === "refused" ? decided : { ...decided, result: { item: decided.result } };
      },
    });
  },
});

/** The key that is given, or that prefix and number make; or that no number is known. */
function keyOf(payload: z.output<typeof Payload>, project: string): string | QaRefusal {
  if (payload.key !== undefined) return payload.key;
  const prefix = payload.prefix ?? prefixOf(project);
  const number = numberIn(payload.issue) ?? numberIn(payload.pull);
  if (number !== null) return `${prefix}-${number}`;
  return {
    kind: "refused",
    code: "precondition_failed",
    why: `an item has a number: name it (${prefix}-12), or give the issue or pull request that it is about`,
    recover: `assay item add ${prefix}-1 --title ${shellWord(payload.title)}`,
  };
}

/** A project's name as a prefix: its letters and digits, from the first letter on. Pure. */
function prefixOf(project: string): string {
  const plain = project
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .replace(/^[0-9]+/, "")
    .slice(0, 16);
  return plain === "" ? "ITEM" : plain;
}
