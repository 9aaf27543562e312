import * as z from "zod/mini";
import { releaseItem } from "../../item/decisions/release-item.ts";
import { operation } from "../operation.ts";
import { requestOf } from "../qa/envelope.ts";
import { answerItem, type ItemDeps } from "./answer-item.ts";
import { ClaimOut } from "./item-claim.ts";
import { placeOfItem } from "./item-place.ts";

const Input = z.lazy(() => requestOf(z.strictObject({})));

/** Gives an item or a task back. Errors: those of `answerItem`. */
export const itemRelease = operation({
  id: "item.release",
  title: "Give an item or a task back",
  input: Input,
  output: ClaimOut,
  writes: true,
  async run(deps: ItemDeps, request) {
    return answerItem(deps, {
      function: "item.release",
      request,
      place: placeOfItem("item.release", request.target),
      choose: (state, context, { key, task_num }) => releaseItem(state, { key, task_num }, context),
    });
  },
});
