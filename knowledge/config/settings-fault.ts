/** Settings that do not go together, each of them well formed. */
export interface SettingsFault {
  /** The key that stands in the way; its line is the nearest one that is written. */
  readonly at: readonly (string | number)[];
  /** The key that the problem is about, where that is not the one that stands in the way. */
  readonly about?: readonly (string | number)[];
  readonly problem: string;
  readonly fix: string;
}
