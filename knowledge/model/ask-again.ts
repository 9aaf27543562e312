import type { ModelMessage, ModelReply } from "../ports/model.ts";

/**
 * The talk so far, with the reply and what is wrong with it: as the result of every tool that it asked for, else in
 * words. A reply without any word is left out, because providers refuse to be told it again; then the words stand
 * behind what was said last, where they do not stand already. Pure.
 */
export function askAgain(
  messages: readonly ModelMessage[],
  { text, calls }: Pick<ModelReply, "text" | "calls">,
  problem: string,
): ModelMessage[] {
  if (calls.length > 0) {
    const results = calls.map(({ id, name }) => ({ id, name, text: problem, isError: true }));
    return [...messages, { role: "assistant", text, calls }, { role: "tool", results }];
  }
  if (text.trim() !== "")
    return [...messages, { role: "assistant", text, calls }, { role: "user", text: problem }];
  return [...messages.slice(0, -1), ...withWords(messages.at(-1), problem)];
}

/** What the model was told last, with these words behind it: one turn, since providers want turns to alternate. */
function withWords(last: ModelMessage | undefined, problem: string): ModelMessage[] {
  const behind = (text: string) => (text.endsWith(problem) ? text : `${text}\n\n${problem}`);
  if (last?.role === "user") return [{ ...last, text: behind(last.text) }];
  if (last?.role !== "tool") return [...(last === undefined ? [] : [last]), { role: "user", text: problem }];
  const results = last.results.map((result, index) =>
    index === last.results.length - 1 ? { ...result, text: behind(result.text) } : result,
  );
  return [{ role: "tool", results }];
}
