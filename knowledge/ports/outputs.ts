/** Files that a person asked for by name, such as `--out shot.png`. */
export interface Outputs {
  /**
   * Writes the file whole and returns its absolute path; folders are made, a file that is there is replaced. Errors:
   * output_file_refused (a folder is there, the disk, permissions).
   */
  write(path: string, bytes: Uint8Array): Promise<string>;
}
