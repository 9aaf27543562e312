/** Chance as the library sees it: what new ids are made from. */
export interface Ids {
  /** That many bytes, each as likely as any other. */
  random(bytes: number): Uint8Array;
}
