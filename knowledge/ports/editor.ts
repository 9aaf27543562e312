/** A person's editor. Errors: editor_missing (none is set, or no terminal), editor_failed. */
export interface Editor {
  /** Opens the text under that file name and gives what was saved; null where nothing was changed. */
  edit(name: string, text: string): Promise<string | null>;
}
