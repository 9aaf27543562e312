/** Tokens that a provider may add around a request: markers, and the words that explain tools to the model. */
const AROUND_REQUEST = 4_000;
/**
 * Tokens that one picture is counted as at most. Providers scale pictures down and then count their area; the most that
 * one documents is a base of 2,833 tokens and 5,667 for each of 8 tiles (OpenAI, GPT-4o mini at high detail), 48,169
 * together. Others count a few thousand at most.
 */
const PICTURE_TOKENS = 50_000;

const utf8 = new TextEncoder();

/**
 * Tokens that a JSON value surely does not exceed as the input of a model. Tokenizers cut bytes into pieces of one
 * byte or more, so there are never more tokens than bytes of UTF-8. Bytes inside of the value are a picture each, and
 * count as {@link PICTURE_TOKENS}.
 */
export function tokenBound(sent: unknown): number {
  let pictures = 0;
  const words = JSON.stringify(sent, function (this: Readonly<Record<string, unknown>>, key, value) {
    // Some bytes are JSON already when they come here.
    if (!(this[key] instanceof Uint8Array)) return value;
    pictures += 1;
    return "";
  });
  return utf8.encode(words).length + pictures * PICTURE_TOKENS + AROUND_REQUEST;
}
