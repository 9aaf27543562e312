/**
 * Zip archives that somebody else made, read within bounds: a small archive that unpacks to a huge one, links, ways out
 * of the archive and entries that share bytes are refused before one is unpacked.
 */
export interface Zips {
  /** Its files in the order of the archive, one at a time. Errors: archive_refused (`name` says which). */
  read(name: string, zip: Uint8Array): AsyncIterable<ZipFile>;
  /** An archive of these files, in their order. */
  write(files: AsyncIterable<ZipFile>): Promise<Uint8Array>;
}

export interface ZipFile {
  /** Path in the archive, with `/`. */
  readonly name: string;
  readonly bytes: Uint8Array;
}
