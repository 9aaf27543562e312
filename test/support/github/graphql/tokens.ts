export interface QueryToken {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** Why a document cannot be read, with the place. */
export interface SyntaxFault extends Error {
  readonly line: number;
  readonly column: number;
}

const TOKEN =
  /[\s,\uFEFF]+|#[^\n]*|(?<token>"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\.\.|[_A-Za-z]\w*|[!$&():=@[\]{|}])/y;

/** The tokens of a GraphQL document. Errors: a {@link SyntaxFault}. */
export function queryTokens(text: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const lines = text.slice(0, at).split("\n");
    const place = { line: lines.length, column: lines.at(-1)!.length + 1 };
    const found = TOKEN.exec(text);
    if (found === null) throw syntaxFault(`Expected one of the tokens, actual: "${text[at]}"`, place);
    if (found.groups?.token !== undefined) tokens.push({ text: found.groups.token, ...place });
  }
  return tokens;
}

export function syntaxFault(message: string, place: { line: number; column: number }): SyntaxFault {
  const { line, column } = place;
  return Object.assign(new Error(`${message} at [${line}, ${column}]`), { line, column });
}
