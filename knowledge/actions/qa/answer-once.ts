import { createHash } from "node:crypto";
import { decide } from "../../ledger/decide.ts";
import type { Folded, Projection } from "../../ledger/projection.ts";
import type { Deps } from "../../ports/deps.ts";
import { BATCH_LIMIT, type LedgerEvent } from "../../ports/ledger.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import { requestKey } from "../../qa/request-key.ts";
import { canonicalJson } from "../../text/canonical-json.ts";
import type { Request, Response, Warning } from "./envelope.ts";

/** Who acts, as the host knows it, and when. */
export interface Acting {
  readonly actor: {
    readonly actor_id: string;
    readonly session_id: string | null;
    readonly isAgent: boolean;
  };
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** What a decision wants: its events (none where there is nothing to do) and its answer. */
export interface Chosen<Result> {
  readonly events: readonly { readonly type: string; readonly data: object }[];
  readonly result: Result;
  readonly warnings?: readonly Warning[];
}

/** A state that knows which requests were answered: an execution's, an item's, a seat's. */
export type Answering =
  | { readonly answered: Readonly<Record<string, number>> }
  | { readonly qa: { readonly answered: Readonly<Record<string, number>> } };

export interface Asked<State extends Answering, Result> {
  /** Id of the operation. */
  readonly function: string;
  readonly stream: string;
  readonly projection: Projection<State>;
  readonly request: Request;
  /** Pure but for new ids; may be asked often. */
  choose(now: Folded<State>, acting: Acting): Chosen<Result> | QaRefusal;
}

type Needs = Pick<Deps, "ledger" | "person" | "session" | "clock">;

/** What one asking came to. `moved`: somebody else appended between two batches of it. */
type Outcome<Result> =
  | { readonly kind: "response"; readonly response: Response<Result> }
  | { readonly kind: "answered"; readonly seq: number }
  | { readonly kind: "rest"; readonly response: Response<Result>; readonly rest: readonly LedgerEvent[][] }
  | { readonly kind: "moved" };

/** Times that a decision of several batches begins again because somebody else came between. */
const RESTARTS = 20;

/**
 * Decides a request on its subject's stream and appends what was decided with the answer, as one batch. The same
 * function and request id get the first answer, also a refusal's, and nothing is decided again; another question under
 * the same id is a `precondition_failed`. With `expected_seq` it refuses where the stream ends elsewhere; with `dry_run`
 * it appends nothing. What is over a batch's limit goes in several, the last of which commits it and holds the answer;
 * where somebody else comes between two of them it is decided anew. A refusal on a stream that nobody has written to is
 * not kept: it would make the stream. Errors: ledger_contended, batch_too_large, and those of the ports.
 */
export async function answerOnce<State extends Answering, Result>(
  { ledger, person, session, clock }: Needs,
  asked: Asked<State, Result>,
): Promise<Response<Result>> {
  const { stream, projection } = asked;
  const actor = { actor_id: await person.name(), session_id: session.id, isAgent: session.isAgent };
  const acting: Acting = { actor, at: new Date(clock.now()).toISOString() };
  for (let start = 0; start < RESTARTS; start += 1) {
    const { answer, seq } = await decide(ledger, stream, projection, (now) => answerOf(asked, now, acting));
    const outcome = answer.kind === "rest" ? await appendRest(ledger, asked, seq, answer) : answer;
    if (outcome.kind === "response") return outcome.response;
    if (outcome.kind === "answered") return firstAnswer(ledger, asked, outcome.seq);
  }
  const why = `others wrote to ${stream} each time before all of it was stored; nothing of it counts`;
  return refused({ kind: "refused", code: "precondition_failed", why, recover: lookAt(stream) });
}

/** Refused before anything was decided. */
export function refused<Result>({ code, why, recover }: QaRefusal): Response<Result> {
  return {
    success: false,
    result: null,
    warnings: [],
    errors: [{ code, message: why, recover }],
    event_ids: [],
  };
}

function answerOf<State extends Answering, Result>(
  asked: Asked<State, Result>,
  now: Folded<State>,
  acting: Acting,
): { readonly events: readonly LedgerEvent[]; readonly answer: Outcome<Result> } {
  const { request, stream } = asked;
  const { request_id: id, preconditions, options } = request;
  const before = id === undefined ? undefined : answeredOf(now.state)[requestKey(asked.function, id)];
  if (before !== undefined) return { events: [], answer: { kind: "answered", seq: before } };

  const expected = preconditions?.expected_seq;
  const chosen =
    expected !== undefined && expected !== now.seq
      ? movedOn(stream, expected, now.seq)
      : asked.choose(now, acting);
  const isDry = options?.dry_run === true;
  if (!("events" in chosen)) {
    const response = refused<Result>(chosen);
    const isKept = id !== undefined && !isDry && now.seq > 0;
    return {
      events: isKept ? [answeredEvent(asked, id, response)] : [],
      answer: { kind: "response", response },
    };
  }

  const events = chosen.events.map(stored);
  const response: Response<Result> = {
    success: true,
    result: chosen.result,
    warnings: [...(chosen.warnings ?? []), ...(isDry ? [DRY] : [])],
    errors: [],
    event_ids: isDry ? [] : events.map((_, index) => `${stream}#${now.seq + 1 + index}`),
  };
  if (isDry) return { events: [], answer: { kind: "response", response } };
  const all = id === undefined ? events : [...events, answeredEvent(asked, id, response)];
  const [first = [], ...rest] = batchesOf(all);
  return {
    events: first,
    answer: rest.length === 0 ? { kind: "response", response } : { kind: "rest", response, rest },
  };
}

/** Appends the other batches, as long as nobody else comes between. */
async function appendRest<State extends Answering, Result>(
  ledger: Deps["ledger"],
  { stream, projection }: Asked<State, Result>,
  seq: number,
  { rest, response }: Extract<Outcome<Result>, { kind: "rest" }>,
): Promise<Outcome<Result>> {
  let last = seq;
  for (const events of rest) {
    const { answer, seq: next } = await decide(ledger, stream, projection, (now) =>
      now.seq === last ? { events, answer: true } : { events: [], answer: false },
    );
    if (!answer) return { kind: "moved" };
    last = next;
  }
  return { kind: "response", response };
}

async function firstAnswer<State extends Answering, Result>(
  ledger: Pick<Deps["ledger"], "read">,
  asked: Asked<State, Result>,
  seq: number,
): Promise<Response<Result>> {
  const { stream, request } = asked;
  for await (const { data } of ledger.read(stream, seq - 1)) {
    if (data.asked === questionOf(request)) return data.response as Response<Result>;
    break;
  }
  const why = `request ${request.request_id} of ${asked.function} was answered before, and it asked something else; give each question an id of its own`;
  return refused({ kind: "refused", code: "precondition_failed", why, recover: lookAt(stream) });
}

function answeredEvent<Result>(
  asked: { readonly function: string; readonly request: Request },
  request: string,
  response: Response<Result>,
): LedgerEvent {
  const data = { function: asked.function, request, asked: questionOf(asked.request), response };
  return { type: "QARequestAnswered", v: 1, data };
}

/** Digest of what is asked; how it is asked (an expected sequence) is no part of it. */
function questionOf({ target, payload }: Request): string {
  return createHash("sha256").update(canonicalJson({ target, payload })).digest("hex");
}

function answeredOf(state: Answering): Readonly<Record<string, number>> {
  return "qa" in state ? state.qa.answered : state.answered;
}

function stored({ type, data }: { readonly type: string; readonly data: object }): LedgerEvent {
  return { type, v: 1, data: data as LedgerEvent["data"] };
}

/** Batches in order, each under the limit with room for what the ledger puts around its events. */
function batchesOf(events: readonly LedgerEvent[]): LedgerEvent[][] {
  const batches: LedgerEvent[][] = [];
  let size = BATCH_LIMIT;
  for (const event of events) {
    const bytes = Buffer.byteLength(JSON.stringify(event)) + 1;
    if (size + bytes > BATCH_LIMIT - AROUND) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(event);
    size += bytes;
  }
  return batches;
}

const AROUND = 16;

const DRY: Warning = { code: "dry_run", message: "nothing was written" };

function movedOn(stream: string, expected: number, seq: number): QaRefusal {
  const why = `${stream} ends at ${seq}, not at ${expected}: somebody else came first`;
  return { kind: "refused", code: "precondition_failed", why, recover: lookAt(stream) };
}

/** A command that shows where a subject stands, and its sequence. */
function lookAt(stream: string): string {
  const [kind, id] = stream.split("/");
  if (kind === "item") return `assay qa requirement list --item ${id}`;
  return kind === "execution" ? `assay qa requirement list --execution ${id}` : "assay seat list";
}

/** The answer to a question that changes nothing. */
export function told<Result>(result: Result, warnings: readonly Warning[] = []): Response<Result> {
  return { success: true, result, warnings: [...warnings], errors: [], event_ids: [] };
}
