import * as z from "zod/mini";
import { Time } from "../qa/row-schemas.ts";
import { ITEM_KEY } from "../qa/subject.ts";
import { ITEM_KINDS, ITEM_STATUSES } from "./item-status.ts";

export const Status = z.enum(ITEM_STATUSES);
export const TaskNum = z.int().check(z.minimum(1));

export const ClaimRow = z.object({
  actor_id: z.string(),
  session_id: z.nullable(z.string()),
  at: Time,
});

export const TaskRow = z.object({
  task_num: TaskNum,
  title: z.string(),
  status: Status,
  claim: z.nullable(ClaimRow),
});

export const LinksRow = z.object({
  issue: z.nullable(z.string()),
  branch: z.nullable(z.string()),
  pull: z.nullable(z.string()),
});

/** An item as its events and answers have it. */
export const ItemRow = z.object({
  key: z.string().check(z.regex(ITEM_KEY)),
  kind: z.enum(ITEM_KINDS),
  title: z.string(),
  project: z.string(),
  status: Status,
  delivery_env: z.nullable(z.string()),
  links: LinksRow,
  tasks: z.record(z.string(), TaskRow).check(z.describe("by number, from 1")),
  claim: z.nullable(ClaimRow),
  revisions: z.readonly(z.array(z.string())).check(z.describe("commits that its gates take, oldest first")),
  created_at: Time,
  created_by: z.string(),
});

export const SeatRow = z.object({
  name: z.string(),
  covers: z.readonly(z.array(z.string())).check(z.describe("items (`SHOP-12`) and prefixes (`SHOP-*`)")),
  holder: z.nullable(ClaimRow),
});
