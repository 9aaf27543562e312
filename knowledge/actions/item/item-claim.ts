import * as z from "zod/mini";
import { claimItem } from "../../item/decisions/claim-item.ts";
import { ClaimRow, TaskNum } from "../../item/row-schemas.ts";
import { operation } from "../operation.ts";
import { requestOf, responseOf } from "../qa/envelope.ts";
import { answerItem, type ItemDeps } from "./answer-item.ts";
import { placeOfItem } from "./item-place.ts";

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      take_over: z
        ._default(z.boolean(), false)
        .check(z.describe("takes it from whoever holds it; a person may, an agent may not")),
    }),
  ),
);

export const ClaimOut = z.lazy(() =>
  responseOf(
    z.object({
      key: z.string(),
      task_num: z.nullable(TaskNum),
      claim: z.nullable(ClaimRow).check(z.describe("null: nobody works on it")),
    }),
  ),
);
export type ClaimOut = z.output<typeof ClaimOut>;

/** Takes an item, or a task of an epic, to work on. Errors: those of `answerItem`. */
export const itemClaim = operation({
  id: "item.claim",
  title: "Take an item or a task to work on",
  input: Input,
  output: ClaimOut,
  writes: true,
  async run(deps: ItemDeps, request) {
    return answerItem(deps, {
      function: "item.claim",
      request,
      place: placeOfItem("item.claim", request.target),
      choose: (state, context, { key, task_num }) =>
        claimItem(state, { key, task_num, takesOver: request.payload.take_over }, context),
    });
  },
});
