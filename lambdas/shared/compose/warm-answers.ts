import { type KnownAnswers, memoryAnswers } from "#knowledge/adapters/github/known-answers";

/** What GitHub answered this process, for as long as it lives: longer than its token holds nothing (ADR 32). */
const warm = memoryAnswers();

/** What is known of an organisation's repositories; no other one is told of it. */
export function warmAnswers(organisation: string): KnownAnswers {
  const keyOf = (key: string) => `${organisation} ${key}`;
  return {
    get: (key) => warm.get(keyOf(key)),
    put: (key, answer) => warm.put(keyOf(key), answer),
  };
}
