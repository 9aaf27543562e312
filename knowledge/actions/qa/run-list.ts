import * as z from "zod/mini";
import type { Deps } from "../../ports/deps.ts";
import { findRow, findRun } from "../../qa/decisions/find-row.ts";
import { operation } from "../operation.ts";
import { refused, told } from "./answer-once.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { placeOfRow, placeOfSubject } from "./place-of.ts";
import { readSubject } from "./read-subject.ts";
import { rowsOfSubject } from "./rows-of-subject.ts";
import { RunOut } from "./views/qa-rows.ts";

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      limit: z._default(z.int().check(z.minimum(1), z.maximum(1_000)), 100),
      offset: z._default(z.int().check(z.minimum(0)), 0),
    }),
  ),
);
export const QaRunList = z.lazy(() =>
  responseOf(
    z.object({
      stream: z.string(),
      total: z.int(),
      runs: z.array(RunOut).check(z.describe("newest first")),
    }),
  ),
);
export type QaRunList = z.output<typeof QaRunList>;

/** Runs of a subject or of one requirement, or one run; newest first. Errors: input_invalid, those of the ledger. */
export const qaRunList = operation({
  id: "qa.run.list",
  title: "List runs of a subject or a requirement",
  input: Input,
  output: QaRunList,
  writes: false,
  async run({ ledger }: Pick<Deps, "ledger">, { target, payload }): Promise<QaRunList> {
    const named = target?.kind === "requirement" || target?.kind === "run" ? target.kind : null;
    const place =
      named === null ? placeOfSubject("qa.run.list", target) : placeOfRow("qa.run.list", target, named);
    if (place.kind === "refused") return refused(place);
    const read = await readSubject(ledger, place.stream);
    if (read.kind === "refused") return refused(read);
    const found =
      "subject" in place
        ? rowsOfSubject(read.qa, place.subject).flatMap(({ runs }) => runs)
        : named === "run"
          ? runOf(findRun(read.qa, place.id))
          : runsOf(findRow(read.qa, place.id));
    if ("kind" in found) return refused(found);
    const runs = found.toSorted((a, b) =>
      a.started_at < b.started_at ? 1 : a.started_at > b.started_at ? -1 : 0,
    );
    const { offset, limit } = payload;
    return told({ stream: read.stream, total: runs.length, runs: runs.slice(offset, offset + limit) });
  },
});

function runOf(found: ReturnType<typeof findRun>) {
  return found.kind === "refused" ? found : [found.run];
}

function runsOf(found: ReturnType<typeof findRow>) {
  return found.kind === "refused" ? found : found.runs;
}
