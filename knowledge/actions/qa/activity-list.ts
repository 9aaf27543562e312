import * as z from "zod/mini";
import { ITEM } from "../../item/item.ts";
import type { Deps } from "../../ports/deps.ts";
import { EXECUTION } from "../../qa/execution-projection.ts";
import { Time } from "../../qa/row-schemas.ts";
import { EXECUTION_ID, ITEM_KEY } from "../../qa/subject.ts";
import { operation } from "../operation.ts";
import { type ActivityRow, activityOf, ActivityRow as Row } from "./activity-of.ts";
import { refused, told } from "./answer-once.ts";
import { requestOf, responseOf, type Warning } from "./envelope.ts";
import { text } from "./payload-parts.ts";
import { readQaSettings } from "./qa-settings.ts";
import { readSubject } from "./read-subject.ts";

/** Subjects that one page holds at most where none are named. */
const SUBJECTS_A_PAGE = 50;

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      public_refs: z
        .exactOptional(z.array(text(40)).check(z.maxLength(200)))
        .check(z.describe("keys of items and ids of executions; absent: the whole project; empty: nothing")),
      limit: z
        ._default(z.int().check(z.minimum(1), z.maximum(500)), 20)
        .check(z.describe("runs of each subject, newest first; what waits for a review is always there")),
      after: z._default(z.nullable(text(100)), null).check(z.describe("`next` of the page before")),
    }),
  ),
);

export const QaActivity = z.lazy(() =>
  responseOf(
    z.object({
      rows: z.array(Row).check(z.describe("newest first")),
      item_selection: z.object({
        per_group_limit: z.int(),
        truncated_groups: z
          .array(z.string())
          .check(z.describe("subjects of which older runs are left out, never one that is open")),
      }),
      next: z.nullable(z.string()).check(z.describe("`after` of the next page; null: there is none")),
      as_of: Time,
    }),
  ),
);
export type QaActivity = z.output<typeof QaActivity>;

/**
 * What was carried out and judged lately, by subject. What an agent captured stays `captured` until it is reviewed. Costs
 * what a page of subjects costs, however long their history. Errors: input_invalid, those of the ports.
 */
export const qaActivityList = operation({
  id: "qa.activity.list",
  title: "List what was carried out and judged lately",
  input: Input,
  output: QaActivity,
  writes: false,
  async run(
    deps: Pick<Deps, "clock" | "configFile" | "ledger" | "projectFiles">,
    { payload: { public_refs, limit, after } },
  ): Promise<QaActivity> {
    const wrong = public_refs?.find((ref) => !ITEM_KEY.test(ref) && !EXECUTION_ID.test(ref));
    if (wrong !== undefined)
      return refused({
        kind: "refused",
        code: "row_missing",
        why: `${wrong} names no item and no execution: they are named as in SHOP-12 and exec-7k3f9x2m0a`,
        recover: "assay qa activity",
      });
    const { streams, next } =
      public_refs === undefined
        ? await pageOf(deps.ledger, after)
        : { streams: [...new Set(public_refs.map(streamOf))], next: null };
    const { methods } = await readQaSettings(deps);
    const rows: ActivityRow[] = [];
    const truncated: string[] = [];
    const warnings: Warning[] = [];
    for (const stream of streams) {
      const read = await readSubject(deps.ledger, stream);
      if (read.kind === "refused") {
        if (public_refs !== undefined) warnings.push({ code: read.code, message: read.why });
        continue;
      }
      const activity = activityOf(read, methods, limit);
      rows.push(...activity.rows);
      if (activity.isTruncated) truncated.push(activity.public_ref);
    }
    rows.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
    return told(
      {
        rows,
        item_selection: { per_group_limit: limit, truncated_groups: truncated },
        next,
        as_of: new Date(deps.clock.now()).toISOString(),
      },
      warnings,
    );
  },
});

/** The streams of a page: items first, then executions, each by name. */
async function pageOf(ledger: Pick<Deps["ledger"], "streams">, after: string | null) {
  const all = [...(await ledger.streams(`${ITEM.kind}/`)), ...(await ledger.streams(`${EXECUTION.kind}/`))];
  const from = after === null ? 0 : all.indexOf(after) + 1;
  const streams = all.slice(from, from + SUBJECTS_A_PAGE);
  const isLast = from + SUBJECTS_A_PAGE >= all.length;
  return { streams, next: isLast ? null : (streams.at(-1) ?? null) };
}

function streamOf(ref: string): string {
  return ITEM_KEY.test(ref) ? `${ITEM.kind}/${ref}` : `${EXECUTION.kind}/${ref}`;
}
