/** One thing that happens in the shop's repository. */
export type Act = Change | Command;

/** All that is not learned is committed; before, the files of `test/fixtures/shop/changes/<change>` are laid over the shop's. */
interface Change {
  readonly kind: "change";
  readonly change?: string;
  readonly message: string;
}

/** A command that is shown, run and checked. `{name}` in its words stands for what an earlier one kept, `{at}` for the time. */
export interface Command {
  readonly kind: "command";
  readonly words: readonly string[];
  /** What is true after it, in plain words; told once it is checked. */
  readonly should?: string;
  /** What it must end with; 0 where nothing is said. */
  readonly status?: number;
  /** What it must print, on either stream, and what it must not. */
  readonly says?: readonly RegExp[];
  readonly saysNot?: readonly RegExp[];
  /** Keeps the first group of each under its name. */
  readonly keep?: Readonly<Record<string, RegExp>>;
  /** Whether files under .assay must differ from the last commit afterwards. */
  readonly changedFiles?: "none" | "some";
  /** Most lines that are shown; the others are counted. */
  readonly show?: number;
  /** Only such lines are shown. */
  readonly only?: RegExp;
  readonly env?: Readonly<Record<string, string>>;
  /** Left out where no chromium is found. */
  readonly needsChromium?: true;
}

/** A day of the story. */
export interface Chapter {
  readonly title: string;
  readonly acts: readonly Act[];
}
