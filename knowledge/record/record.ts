import * as z from "zod/mini";
import { RECORD_ID } from "./record-id-form.ts";

/** Version of the record's front matter; only ever gains optional keys. */
export const RECORD_SCHEMA = 1;

export const RECORD_KINDS = ["fact", "caution", "procedure", "unknown"] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export const FACT_TYPES = ["navigational", "selector", "behavioral", "measurement"] as const;

export const RECORD_STATUSES = [
  "candidate",
  "active",
  "superseded",
  "deprecated",
  "open",
  "resolved",
] as const;
export type RecordStatus = (typeof RECORD_STATUSES)[number];

/** Root causes that a caution can warn of; the others are faults to be mended, not properties to remember. */
export const CAUTION_CAUSES = ["environment", "flaky", "timeout"] as const;

/** How a record became active, weakest first. */
export const PROMOTION_PATHS = [
  "deterministic-verdict-floor",
  "gate1-lower-trust",
  "gate1+gate2",
  "user-sovereign",
] as const;
export type PromotionPath = (typeof PROMOTION_PATHS)[number];

/** Who makes a change: learning on a developer's machine, learning in CI, or a person. */
export const ORIGINS = ["local", "ci", "person"] as const;
export type Origin = (typeof ORIGINS)[number];

/** Who worded a claim: what a person worded, learning does not word again or supersede. */
export const CURATORS = ["model", "template", "person"] as const;

/** How a record was ended or a question answered; `retire` is learning's, the others are a person's. */
const RULINGS = ["accept", "reject", "forget", "retire"] as const;

const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

// Schemas are built when the first record is read: building them would delay the start of every command.

const words = () => z.string().check(z.minLength(1));
const recordId = () => z.string().check(z.regex(RECORD_ID));
const time = () =>
  z.string().check(
    z.regex(TIME),
    z.refine((text) => !TIME.test(text) || !Number.isNaN(Date.parse(text)), "there is no such date"),
  );
const count = () => z.int().check(z.minimum(0));

const frontMatter = () => ({
  id: recordId(),
  schema: z.int().check(z.minimum(1)),
  kind: z.enum(RECORD_KINDS),
  type: z.optional(z.enum(FACT_TYPES)),
  anchors: z.array(words()).check(z.minLength(1)),
  status: z.enum(RECORD_STATUSES),
  held: z.optional(words()),
  learned_at: time(),
  valid_from: time(),
  superseded_at: z.optional(time()),
  supersedes: z.optional(recordId()),
  superseded_by: z.optional(recordId()),
  confirmed: z.optional(z.looseObject({ count: count(), last: time() })),
  evidence: z.optional(
    z.looseObject({
      run: words(),
      step: z.optional(words()),
      matched: z.optional(count()),
      check: z.optional(z.enum(["passed", "failed", "none"])),
      complete: z.boolean(),
      digest: words(),
    }),
  ),
  promotion: z.optional(z.looseObject({ path: z.enum(PROMOTION_PATHS), at: time(), by: words() })),
  ruled: z.optional(
    z.looseObject({ act: z.enum(RULINGS), by: words(), at: time(), reason: z.optional(words()) }),
  ),
  origin: z.enum(ORIGINS),
  curated_by: z.enum(CURATORS),
  root_cause: z.optional(z.enum(CAUTION_CAUSES)),
  baseline: z.optional(
    z.looseObject({
      unit: z.string(),
      values: z.array(z.number()),
      median: z.number(),
      spread: z.number(),
    }),
  ),
});

/**
 * What the front matter of a record holds: shapes only. What must hold between the keys is
 * {@link recordProblems}; keys that this version does not know stay in the file and are left out here.
 *
 * Times: `learned_at` and `superseded_at` say when the system knew, `valid_from` when it was true.
 * `ruled` says who ended a record or answered a question, so that what a person took back is told from what
 * learning retired. `confirmed` is the count as of the last change of status; each confirmation is a ledger event.
 */
export const RecordFrontMatter = z.lazy(() => z.object(frontMatter()));

/** Keys in the order in which they are written. */
export const RECORD_KEYS = [
  "id",
  "schema",
  "kind",
  "type",
  "anchors",
  "status",
  "held",
  "learned_at",
  "valid_from",
  "superseded_at",
  "supersedes",
  "superseded_by",
  "confirmed",
  "evidence",
  "promotion",
  "ruled",
  "origin",
  "curated_by",
  "root_cause",
  "baseline",
] as const satisfies readonly (keyof z.infer<typeof RecordFrontMatter>)[];

export type RecordKey = (typeof RECORD_KEYS)[number];

/** One thing that was learned: its front matter and its claim, in plain words, with `\n` line ends. */
export type KnowledgeRecord = Immutable<z.infer<typeof RecordFrontMatter>> & { readonly claim: string };

type Immutable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
  : Value;

/** The anchor by which a record is filed and superseded; the others are context. */
export function primaryAnchor(record: Pick<KnowledgeRecord, "anchors">): string {
  return record.anchors[0] as string;
}
