/** Shows pages to a person. */
export interface Browser {
  /**
   * Opens a web address in the person's browser; false where there is none, or where it could not be begun. Never
   * takes the terminal. Throws nothing.
   */
  open(address: string): Promise<boolean>;
}
