import * as z from "zod/mini";
import { AssayError } from "../errors.ts";
import type { RunIdentity } from "../learn/run-evidence.ts";
import { maskLine } from "../learn/see/mask-test.ts";
import type { Deps } from "../ports/deps.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import type { ReadRun } from "./read-run.ts";
import { RunSummary } from "./run-summary.ts";

/** Characters of a run's title. */
const TITLE = 500;

/** Years of which ids and times are in order when they are compared as texts. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 9999;

const RUN_ID = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** What every operation that records a run takes. */
export const runFlags = {
  at: z
    .optional(
      z.string().check(
        z.refine((text) => !Number.isNaN(Date.parse(text)), { error: "is no time", abort: true }),
        z.refine(isOfOurAge, `must be in the years ${FIRST_YEAR} to ${LAST_YEAR}`),
      ),
    )
    .check(z.describe("when the run was, ISO 8601; else what its reports say, else now")),
  job: z
    .optional(z.string().check(z.minLength(1)))
    .check(z.describe("what tells jobs of one commit apart, e.g. a matrix value")),
  detach: z._default(z.boolean(), false).check(z.describe("leave all learning for later")),
  budgetSeconds: z
    .optional(z.number().check(z.minimum(0), z.maximum(60)))
    .check(z.describe("seconds that learning may take; at most what the settings allow")),
};

/** An id that a person or a CI gives to a run. */
export const givenRunId = () =>
  z.string().check(z.maxLength(100), z.regex(RUN_ID, "must be letters, digits, `.`, `_` and `-`"));

/** What the recorded run came to. */
export const recordedFields = () => ({
  run: z.nullable(z.string()).check(z.describe("null where the run could not be recorded")),
  known: z.boolean().check(z.describe("it was recorded before: nothing is learned from it again")),
  summary: z.nullable(RunSummary),
});

/** What a person or a CI says of a run. */
export interface Given {
  readonly at?: string | undefined;
  readonly commit?: string | undefined;
  readonly branch?: string | undefined;
  readonly job?: string | undefined;
}

/**
 * When and where a run was, masked: what is given, else what its reports say, else what is here and now. A report
 * that says that the run is still to come is not believed.
 */
export async function placeOf(
  deps: Pick<Deps, "clock" | "messages" | "mode" | "repository">,
  given: Given,
  { startedAt, commit, branch }: ReadRun["info"],
  mask: SecretMask,
): Promise<Omit<RunIdentity, "run">> {
  const isTold = (given.commit ?? commit) !== undefined;
  // The branch of another commit is none of this one's.
  const head = isTold ? { commit: null, branch: null } : await deps.repository.head();
  const masked = (text: string | null) => (text === null ? null : maskLine(text, mask));
  return {
    at: new Date(given.at ?? startOf(deps, startedAt)).toISOString(),
    commit: masked(given.commit ?? commit ?? head.commit),
    branch: masked(given.branch ?? branch ?? head.branch),
    job: masked(given.job ?? null),
    mode: deps.mode,
  };
}

/** Milliseconds since the epoch. */
function startOf({ clock, messages }: Pick<Deps, "clock" | "messages">, told: number | undefined): number {
  const now = clock.now();
  if (told === undefined || (told >= 0 && told <= now)) return told ?? now;
  const start = Math.abs(told) <= LATEST ? new Date(told).toISOString() : String(told);
  const text = `the start that the report tells cannot be (${start}): the run is kept as of now`;
  messages.tell({ kind: "note", text });
  return now;
}

/** The last millisecond that a Date can hold. */
const LATEST = 8.64e15;

function isOfOurAge(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

/** Errors: secret_refused where a given run id holds a secret: it is stored as it is, to be asked for by it. */
export function refuseSecretId(run: string | undefined, mask: SecretMask): void {
  if (run === undefined || maskLine(run, mask) === run) return;
  throw new AssayError("secret_refused", { place: "the run's id", way: "give the run another id (`--run`)" });
}

/** A title as the ledger holds it. */
export function titleOf(words: readonly string[], mask: SecretMask): string {
  return maskLine(words.join(" "), mask).slice(0, TITLE);
}

/** The seconds that learning may take: the smaller of what is asked for and what the settings allow. */
export function secondsOf(asked: number | undefined, allowed: number): number {
  return Math.min(asked ?? allowed, allowed);
}
