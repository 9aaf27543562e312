import * as z from "zod/mini";
import type { FrontMatter } from "../record/front-matter.ts";
import { CAUTION_CAUSES, FACT_TYPES } from "../record/record.ts";
import type { FileProblem } from "../record/record-file.ts";
import { RECORD_ID } from "../record/record-id-form.ts";
import { sayIssue } from "../record/say-issue.ts";
import { scanFrontMatter } from "../record/scan-front-matter.ts";
import { writeFlow } from "../record/write-flow.ts";
import type { Candidate } from "./candidate.ts";
import type { ChangeOp, ChangeSource } from "./change.ts";

/** A change that a check or CI mode kept unapplied: `.assay/proposals/<id>.yaml`. */
export interface ProposalFile {
  /** `prop_` and a ULID of the run's time and of the candidate. */
  readonly id: string;
  readonly schema: 1;
  readonly op: Exclude<ChangeOp, "Noop">;
  /** Record that it changes, and the digest of its file when that was decided; null for an Add. */
  readonly record: string | null;
  readonly record_digest: string | null;
  /** Why it was not applied: `ci-mode`, or the name of the check. */
  readonly reason: string;
  /** For people: what is wrong with applying it. */
  readonly why: string;
  readonly run: string;
  readonly at: string;
  readonly source: ChangeSource;
  /** The claim as it would be written; the question of a MintUnknown; the reason of a Deprecate. */
  readonly claim: string;
  readonly candidate: Candidate;
}

/** What is wrong with a proposal's file, by line and key, each with the way out. */
export interface BadProposal {
  readonly kind: "bad";
  readonly problems: readonly FileProblem[];
}

/**
 * The text of a proposal's file: YAML that a person can read, a key a line in fixed order. The same for equal
 * proposals.
 */
export function writeProposalFile(proposal: ProposalFile): string {
  const lines = PROPOSAL_KEYS.map((key) => `${key}: ${writeFlow(proposal[key])}`);
  return `${lines.join("\n")}\n`;
}

/**
 * Reads a proposal's file, named `<id>.yaml`, in any form of YAML; keys that it does not know are left out. A file
 * that is no proposal is an answer, not an error, and names each fault by line and key.
 */
export async function readProposalFile(id: string, text: string): Promise<ProposalFile | BadProposal> {
  const path = `${id}.yaml`;
  const bad = (problems: readonly Omit<FileProblem, "path">[]): BadProposal => ({
    kind: "bad",
    problems: problems.map((problem) => ({ path, ...problem })),
  });
  const front = await readKeys(text);
  if (front.kind !== "entries")
    return bad(
      (front.kind === "bad" ? front.problems : []).map((problem) => ({ ...problem, hint: RESTORE })),
    );

  const lineOf = (key: unknown) => front.entries.find((entry) => entry.key === key)?.line ?? 1;
  const values = Object.fromEntries(front.entries.map(({ key, value }) => [key, value]));
  if (typeof values.schema === "number" && values.schema > 1)
    return bad([
      {
        line: lineOf("schema"),
        key: "schema",
        problem: `written by a newer Assay (schema ${values.schema}; this one knows 1)`,
        hint: "update Assay",
      },
    ]);
  const parsed = Proposal.safeParse(values);
  if (!parsed.success)
    return bad(
      parsed.error.issues.map((issue) => {
        const key = String(issue.path[0] ?? "");
        const problem = key in values ? `${issue.path.join(".")} ${sayIssue(issue)}` : `${key} is missing`;
        return { line: lineOf(key), key, problem, hint: RESTORE };
      }),
    );
  if (parsed.data.id !== id)
    return bad([
      {
        line: lineOf("id"),
        key: "id",
        problem: `the id ${parsed.data.id} is not the file's name`,
        hint: `name the file ${parsed.data.id}.yaml`,
      },
    ]);
  return { ...parsed.data, at: new Date(parsed.data.at).toISOString() };
}

const RESTORE = "correct it, restore the file with git, or remove it";

const PROPOSAL_KEYS = [
  "id",
  "schema",
  "op",
  "record",
  "record_digest",
  "reason",
  "why",
  "claim",
  "run",
  "at",
  "source",
  "candidate",
] as const satisfies readonly (keyof ProposalFile)[];

/** Delimiters make it front matter, which begins a line later. */
async function readKeys(text: string): Promise<FrontMatter> {
  const body = text.replace(/^\ufeff?(?:---[ \t]*\r?\n)?/, "");
  const skipped = text.slice(0, text.length - body.length).includes("\n") ? 1 : 0;
  const open = "---\n".length;
  const front = `---\n${body}${body.endsWith("\n") ? "" : "\n"}`;
  const layout = { open, close: front.length, body: front.length, eol: "\n" } as const;
  let read = scanFrontMatter(front, layout);
  if (read.kind === "other") {
    const { yamlFrontMatter } = await import("../record/yaml-front-matter.ts");
    read = yamlFrontMatter(front, layout);
  }
  const placed = <Placed extends { readonly line: number }>(one: Placed): Placed => ({
    ...one,
    line: one.line - 1 + skipped,
  });
  if (read.kind === "bad") return { kind: "bad", problems: read.problems.map(placed) };
  return read.kind === "entries" ? { kind: "entries", entries: read.entries.map(placed) } : read;
}

const words = () => z.string().check(z.minLength(1));
const count = () => z.int().check(z.minimum(0));
const time = () =>
  z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), "there is no such time"));

const seenCandidate = () =>
  z.object({
    digest: words(),
    kind: z.enum(["fact", "caution"]),
    type: z.exactOptional(z.enum(FACT_TYPES)),
    scope: words(),
    anchors: z.array(words()).check(z.minLength(1)),
    claim: words(),
    cause: z.exactOptional(z.enum(CAUTION_CAUSES)),
    measured: z.exactOptional(z.object({ value: z.number(), unit: z.string() })),
    evidence: z.object({
      step: z.exactOptional(z.string()),
      matched: z.exactOptional(count()),
      check: z.enum(["passed", "failed", "none"]),
      complete: z.boolean(),
    }),
    tests: z.array(words()),
    seen: count(),
  });

const Proposal = z.lazy(() =>
  z.object({
    id: words(),
    schema: z.literal(1),
    op: z.enum(["Add", "Confirm", "Supersede", "Deprecate", "MintUnknown"]),
    record: z.nullable(z.string().check(z.regex(RECORD_ID))),
    record_digest: z.nullable(words()),
    reason: words(),
    why: z.string(),
    run: words(),
    at: time(),
    source: z.enum(["model", "template", "person"]),
    claim: words(),
    candidate: seenCandidate(),
  }),
);
