/** Shows pages to a person. */
export interface Browser {
  /**
   * Opens a web address, or a picture or text of the evidence that is kept here (`file:`), in the person's browser;
   * false where there is none, or where it could not be begun. Never takes the terminal. Throws nothing.
   */
  open(address: string): Promise<boolean>;
}
