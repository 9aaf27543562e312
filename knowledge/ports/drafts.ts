/** Text of a person that could not be used, kept so that it is not lost. Errors: records_unavailable. */
export interface Drafts {
  /** Keeps the text durably, beside earlier ones of that name, and gives the file's path, relative to the work tree. */
  keep(name: string, text: string): Promise<string>;
}
