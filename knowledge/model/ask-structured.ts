import * as z from "zod/mini";
import type { MoneyRefusal } from "../budget/money-room.ts";
import type { ModelImage, ModelMessage, ModelReply } from "../ports/model.ts";
import { askAgain } from "./ask-again.ts";
import { plainSchema } from "./plain-schema.ts";
import { type ModelRefusal, type Payment, type PricedDeps, pricedCall } from "./priced-call.ts";
import { sayAnswerIssues } from "./say-answer-issues.ts";

export interface StructuredQuestion<Answer extends z.core.$ZodType> {
  readonly system: string;
  /** What is asked, with its data quoted. */
  readonly text: string;
  /** Pictures that the text speaks of, in their order. */
  readonly images?: readonly ModelImage[];
  /** Name of the tool that takes the answer, and what an answer is. */
  readonly name: string;
  readonly description: string;
  /** What an answer has to be, with all limits: an object. */
  readonly answer: Answer;
  readonly maxOutputTokens: number;
  /** Milliseconds of one call. */
  readonly timeoutMs: number;
}

export type StructuredAnswer<Value> =
  | { readonly kind: "answered"; readonly value: Value; readonly micros: number }
  /** Wrong twice, withheld, or no money for the second attempt: the caller takes its template. */
  | { readonly kind: "unusable"; readonly why: string; readonly micros: number }
  | ModelRefusal
  | MoneyRefusal;

/**
 * Asks the model for one answer of this shape. What is not of it is sent back once with what was wrong; after that the
 * answer is unusable. Errors: those of the model and of the ledger.
 */
export async function askStructured<Answer extends z.core.$ZodType>(
  deps: PricedDeps,
  payment: Payment,
  question: StructuredQuestion<Answer>,
): Promise<StructuredAnswer<z.output<Answer>>> {
  const { system, text, images = [], name, description, answer, maxOutputTokens, timeoutMs } = question;
  const request = {
    system,
    tools: [{ name, description, input: plainSchema(answer) }],
    mustUseTool: true,
    maxOutputTokens,
    timeoutMs,
  };
  const asked: ModelMessage = { role: "user", text, ...(images.length === 0 ? {} : { images }) };
  const first = await pricedCall(deps, payment, { ...request, messages: [asked] });
  if (first.kind === "refused") return first;
  const read = readAnswer(first.reply, name, answer);
  if (read.kind === "good") return { kind: "answered", value: read.value, micros: first.micros };
  if (first.reply.finish === "filtered")
    return { kind: "unusable", why: "the provider withheld the answer", micros: first.micros };

  const messages = askAgain(
    [asked],
    first.reply,
    `${read.problem}. Call ${name} again, with that corrected.`,
  );
  const second = await pricedCall(deps, payment, { ...request, messages });
  if (second.kind === "refused")
    return { kind: "unusable", why: `${read.problem}; and ${second.why}`, micros: first.micros };
  const micros = first.micros + second.micros;
  const again = readAnswer(second.reply, name, answer);
  return again.kind === "good"
    ? { kind: "answered", value: again.value, micros }
    : { kind: "unusable", why: again.problem, micros };
}

type Read<Value> =
  | { readonly kind: "good"; readonly value: Value }
  | { readonly kind: "bad"; readonly problem: string };

function readAnswer<Answer extends z.core.$ZodType>(
  { calls, text, finish }: ModelReply,
  name: string,
  schema: Answer,
): Read<z.output<Answer>> {
  const answers = calls.filter((one) => one.name === name);
  if (answers.length > 1)
    return { kind: "bad", problem: `${name} was called ${answers.length} times, and one answer is wanted` };
  const [call] = answers;
  // Some models cannot be made to use a tool and write its input instead.
  const input = call === undefined ? (calls.length === 0 ? text : undefined) : call.input;
  const value = typeof input === "string" ? parsed(input) : input;
  const cut = finish === "length" ? "The answer was cut off, so it has to be shorter: " : "";
  if (value === undefined) {
    const other = calls[0]?.name;
    const problem =
      other === undefined ? `${name} was not called with a JSON object` : "that tool does not exist";
    return { kind: "bad", problem: `${cut}${problem}` };
  }
  const checked = z.safeParse(schema, value);
  return checked.success
    ? { kind: "good", value: checked.data }
    : { kind: "bad", problem: `${cut}${sayAnswerIssues(checked.error.issues)}` };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, ""));
  } catch {
    return undefined;
  }
}
