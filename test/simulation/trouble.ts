/** Kinds of trouble that a simulated world makes; all of them have to have come in a run that proves anything. */
export const TROUBLE = [
  "code broken",
  "flake",
  "infrastructure outage",
  "merges faster than CI",
  "job that never ends",
  "run again",
  "force push",
  "default branch renamed",
  "default branch deleted",
  "repository lost",
  "repository archived",
  "repository renamed",
  "issue closed",
  "issue reopened",
  "issue commented",
  "issue edited",
  "issue deleted",
  "mending that mends nothing",
  "request merged",
  "request closed",
  "request reopened",
  "request edited",
  "request commented",
  "commit on our branch",
  "forge down",
  "forge limits",
  "forge answer lost",
  "message twice",
  "message late",
  "message lost",
  "function killed before a call",
  "function killed after a call",
  "function timed out",
  "clocks differ",
  "two workers at once",
  "money refused",
] as const;

export type Trouble = (typeof TROUBLE)[number];

/** How often each kind of trouble has come. */
export interface Troubles {
  readonly counts: ReadonlyMap<Trouble, number>;
  note(trouble: Trouble): void;
  /** Whether it has never come. */
  isMissing(trouble: Trouble): boolean;
}

export function troubles(): Troubles {
  const counts = new Map<Trouble, number>(TROUBLE.map((trouble) => [trouble, 0]));
  return {
    counts,
    note: (trouble) => void counts.set(trouble, (counts.get(trouble) ?? 0) + 1),
    isMissing: (trouble) => counts.get(trouble) === 0,
  };
}
