/** Tokens that a provider may add around a request: markers, and the words that explain tools to the model. */
const AROUND_REQUEST = 4_000;

const utf8 = new TextEncoder();

/**
 * Tokens that a JSON value surely does not exceed as the input of a model. Tokenizers cut bytes into pieces of one
 * byte or more, so there are never more tokens than bytes of UTF-8.
 */
export function tokenBound(sent: unknown): number {
  return utf8.encode(JSON.stringify(sent)).length + AROUND_REQUEST;
}
