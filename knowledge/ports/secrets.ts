/** What must never be stored: the values of the secrets files (decisions 33). */
export interface Secrets {
  /** Texts of the files that are there, in the order in which they are looked for. Errors: secrets_unreadable. */
  files(): Promise<readonly { readonly path: string; readonly text: string }[]>;
}
