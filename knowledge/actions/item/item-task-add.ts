import * as z from "zod/mini";
import { addTask } from "../../item/decisions/add-task.ts";
import { TaskRow } from "../../item/row-schemas.ts";
import { operation } from "../operation.ts";
import { requestOf, responseOf } from "../qa/envelope.ts";
import { answerItem, type ItemDeps } from "./answer-item.ts";
import { placeOfItem } from "./item-place.ts";
import { title } from "./link-payload.ts";

const Input = z.lazy(() => requestOf(z.strictObject({ title: title() })));
export const TaskAdded = z.lazy(() => responseOf(z.object({ key: z.string(), task: TaskRow })));
export type TaskAdded = z.output<typeof TaskAdded>;

/** Adds a task to an epic. Errors: those of `answerItem`. */
export const itemTaskAdd = operation({
  id: "item.task.add",
  title: "Add a task to an epic",
  input: Input,
  output: TaskAdded,
  writes: true,
  async run(deps: ItemDeps, request) {
    const { title: said } = request.payload;
    return answerItem(deps, {
      function: "item.task.add",
      request,
      place: placeOfItem("item.task.add", request.target),
      said: [["the title", said]],
      choose: (state, context, { key }) => addTask(state, { key, title: said }, context),
    });
  },
});
