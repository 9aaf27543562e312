import * as z from "zod/mini";
import { redactWords } from "../../execute/redact/redact-words.ts";
import { candidateOf } from "../../item/decisions/accept-revision.ts";
import { findItem } from "../../item/decisions/find-item.ts";
import { gateContext, gateOf } from "../../item/gate-of.ts";
import type { Deps } from "../../ports/deps.ts";
import { commitOfExecution } from "../../qa/commit-of-execution.ts";
import type { ExportFormat } from "../../qa/export-format.ts";
import { type ExportAsk, exportSource } from "../../qa/export-source.ts";
import { EXPORTS } from "../../qa/exports/index.ts";
import { GATE_TARGETS, type GateTarget } from "../../qa/gate-target.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import type { StandingContext } from "../../qa/standing.ts";
import type { Subject } from "../../qa/subject.ts";
import { secretsMask } from "../../store/secrets-mask.ts";
import { type GateDeps, readGate } from "../item/read-gate.ts";
import { refuseUnseenLedger, type SightDeps } from "../ledger-seen.ts";
import { operation } from "../operation.ts";
import { refused, told } from "./answer-once.ts";
import { acceptedOf } from "./answer-subject.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { text } from "./payload-parts.ts";
import { placeOfSubject } from "./place-of.ts";
import { readQaSettings } from "./qa-settings.ts";
import { readSubject, type SubjectRead } from "./read-subject.ts";

const FORMATS = EXPORTS.map(({ format }) => format);

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      format: z.enum(FORMATS),
      gate: z
        .exactOptional(z.enum(GATE_TARGETS))
        .check(z.describe("only what the gate before that status looks at, and the gate itself as a test")),
      out: z
        .exactOptional(text(4_000))
        .check(z.describe("file that the document is written to; else it is answered")),
    }),
  ),
);

const Count = z.int();
export const QaExported = z.lazy(() =>
  responseOf(
    z.object({
      format: z.enum(FORMATS),
      media_type: z.string(),
      subject: z.string(),
      commit: z.nullable(z.string()).check(z.describe("the newest commit that runs are asked for")),
      tests: z.object({
        passed: Count,
        failed: Count,
        error: Count,
        undetermined: Count,
        pending: Count,
        unmet: Count,
        skipped: Count,
      }),
      text: z.nullable(z.string()).check(z.describe("the document; null where it is in a file")),
      file: z.nullable(z.string()),
      bytes: z.int().check(z.describe("of the document, in UTF-8")),
    }),
  ),
);
export type QaExported = z.output<typeof QaExported>;

type Needs = GateDeps & SightDeps & Pick<Deps, "outputs" | "secrets">;

/**
 * Writes how a subject stands in a format of the field. Sends and stores nothing. Errors: input_invalid, config_invalid,
 * output_file_refused, secrets_unreadable, those of the gate's ports.
 */
export const qaExport = operation({
  id: "qa.export",
  title: "Write how a subject stands in a format of the field",
  input: Input,
  output: QaExported,
  writes: true,
  async run(deps: Needs, { target, payload: { format, gate, out }, options }): Promise<QaExported> {
    const place = placeOfSubject("qa.export", target);
    if (place.kind === "refused") return refused(place);
    const unseen = await refuseUnseenLedger(deps);
    if (unseen !== null) return refused(unseen);
    const read = await readSubject(deps.ledger, place.stream);
    if (read.kind === "refused") return refused(read);
    const asked = await askedOf(deps, read, place.subject, gate ?? null);
    if ("kind" in asked) return refused(asked);

    const mask = await secretsMask(deps.secrets);
    const source = exportSource({ ...asked, mask: (words) => redactWords(words, mask) });
    const { mediaType, write } = formatOf(format);
    const document = write(source);
    if (typeof document !== "string") return refused(document);
    const bytes = Buffer.from(document);
    const isDry = options?.dry_run === true;
    const file = out === undefined ? null : isDry ? out : await deps.outputs.write(out, bytes);
    const count = (state: (typeof source.tests)[number]["state"]) =>
      source.tests.filter((test) => test.state === state).length;
    return told(
      {
        format,
        media_type: mediaType,
        subject: source.name,
        commit: source.commit,
        tests: {
          passed: count("passed"),
          failed: count("failed"),
          error: count("error"),
          undetermined: count("undetermined"),
          pending: count("pending"),
          unmet: count("unmet"),
          skipped: count("skipped"),
        },
        text: file === null ? document : null,
        file,
        bytes: bytes.length,
      },
      isDry && file !== null ? [{ code: "dry_run", message: "nothing was written" }] : [],
    );
  },
});

type Asked = Omit<ExportAsk, "mask">;

async function askedOf(
  deps: GateDeps,
  { item, qa: state }: SubjectRead,
  subject: Subject,
  target: GateTarget | null,
): Promise<Asked | QaRefusal> {
  if (item === null || subject.kind === "execution") return executionOf(deps, state, subject, target);
  const task_num = subject.kind === "task" ? subject.task_num : null;
  const found = findItem({ item, qa: state }, item.key, task_num);
  if (found.kind === "refused") return found;
  const known = { subject, state, title: (found.task ?? item).title, since: item.created_at };
  if (target === null)
    return {
      ...known,
      context: { ...(await contextHere(deps)), acceptedRevisions: acceptedOf(item) },
      commit: item.revisions.at(-1) ?? null,
      gate: null,
    };
  const asking = await readGate(deps, { item, qa: state }, { target, task_num, sha: null });
  return {
    ...known,
    context: gateContext(item, asking),
    commit: candidateOf(item, asking.head) ?? item.revisions.at(-1) ?? null,
    gate: gateOf({ item, qa: state }, item, target, task_num, asking),
  };
}

async function executionOf(
  deps: GateDeps,
  state: SubjectRead["qa"],
  subject: Subject,
  target: GateTarget | null,
): Promise<Asked | QaRefusal> {
  const id = subject.kind === "execution" ? subject.execution_id : "";
  if (target !== null)
    return {
      kind: "refused",
      code: "precondition_failed",
      why: `${id} is an execution of its own: no gate stands before it`,
      recover: `assay qa export ${id} --format junit`,
    };
  const context = { ...(await contextHere(deps)), acceptedRevisions: null };
  return {
    subject,
    state,
    context,
    title: null,
    since: state.planRuns[0]?.begun_at ?? null,
    commit: commitOfExecution(state, context),
    gate: null,
  };
}

async function contextHere(
  deps: Pick<Deps, "clock" | "configFile" | "projectFiles">,
): Promise<Omit<StandingContext, "acceptedRevisions">> {
  const { isNewestOnly, methods } = await readQaSettings(deps);
  return { now: deps.clock.now(), isNewestOnly, methods };
}

function formatOf(name: (typeof FORMATS)[number]): ExportFormat {
  const known: ExportFormat | undefined = EXPORTS.find(({ format }) => format === name);
  if (known === undefined) throw new Error(`a format without its file: ${name}`);
  return known;
}
