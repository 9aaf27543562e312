import * as z from "zod/mini";
import type { EventSpec } from "../qa/event-names.ts";
import { Time } from "../qa/row-schemas.ts";
import type { ItemEvents } from "./item-events.ts";
import { ClaimRow, ItemRow, Status, TaskNum, TaskRow } from "./row-schemas.ts";
import type { SeatEvents } from "./seat-events.ts";

const by = z.string();
const address = z.exactOptional(z.nullable(z.string()));
const Links = z.object({ issue: address, branch: address, pull: address });

/** Every event of a piece of work beside its QA, by its type; fields are only ever gained. */
export const ITEM_EVENT_NAMES = {
  ItemAdded: { says: "a piece of work is there", v: 1, data: z.object({ item: ItemRow }) },
  ItemLinked: {
    says: "a piece of work has other links to its issue, branch or pull request",
    v: 1,
    data: z.object({ links: Links, at: Time, by }),
  },
  ItemRevisionAccepted: {
    says: "the gates take one more commit",
    v: 1,
    data: z.object({ sha: z.string(), at: Time, by }),
  },
  ItemMoved: {
    says: "a piece of work has another status",
    v: 1,
    data: z.object({ from: Status, to: Status, at: Time, by, discharged: z.array(z.string()) }),
  },
  ItemClaimed: { says: "somebody works on it", v: 1, data: z.object({ claim: ClaimRow }) },
  ItemReleased: { says: "nobody works on it any more", v: 1, data: z.object({ at: Time, by }) },
  TaskAdded: { says: "an epic has one more task", v: 1, data: z.object({ task: TaskRow, at: Time, by }) },
  TaskMoved: {
    says: "a task has another status, by itself or with its epic",
    v: 1,
    data: z.object({ task_num: TaskNum, from: Status, to: Status, at: Time, by, isCascade: z.boolean() }),
  },
  TaskClaimed: {
    says: "somebody works on a task",
    v: 1,
    data: z.object({ task_num: TaskNum, claim: ClaimRow }),
  },
  TaskReleased: {
    says: "nobody works on a task by itself any more",
    v: 1,
    data: z.object({ task_num: TaskNum, at: Time, by }),
  },
} as const satisfies { readonly [Name in keyof ItemEvents]: EventSpec<ItemEvents[Name]> };

/** Every event of a seat, by its type. */
export const SEAT_EVENT_NAMES = {
  SeatTaken: {
    says: "somebody steers items from a seat",
    v: 1,
    data: z.object({ name: z.string(), covers: z.array(z.string()), claim: ClaimRow }),
  },
  SeatDropped: { says: "nobody sits on a seat any more", v: 1, data: z.object({ at: Time, by }) },
} as const satisfies { readonly [Name in keyof SeatEvents]: EventSpec<SeatEvents[Name]> };
