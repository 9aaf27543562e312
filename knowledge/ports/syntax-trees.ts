/** Languages whose test files are read as syntax. */
export const SYNTAX_LANGUAGES = ["javascript", "typescript", "tsx", "python", "java", "go"] as const;
export type SyntaxLanguage = (typeof SYNTAX_LANGUAGES)[number];

/** Reads source text into syntax trees. Errors: syntax_unavailable (a grammar that cannot be loaded). */
export interface SyntaxTrees {
  /** The root of a tree. Text that is not of the language still gives one: with `hasError` somewhere in it. */
  parse(language: SyntaxLanguage, text: string): Promise<SyntaxNode>;
}

/** A node as plain data: a tree outlives the parser's memory. Types are those of the language's tree-sitter grammar. */
export interface SyntaxNode {
  readonly type: string;
  /** Named in the grammar, rather than a literal token such as `(`. */
  readonly named: boolean;
  /** Field of the parent that this fills, or null. */
  readonly field: string | null;
  /** Offsets in the text in UTF-16 code units, `end` excluded. */
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly line: number;
  readonly endLine: number;
  /** It, or something in it, could not be read as the language. */
  readonly hasError: boolean;
  readonly children: readonly SyntaxNode[];
}
