/** What is wrong where in a plan's or a method's file, and the way out. */
export interface PlanProblem {
  /** Relative to the top of the work tree. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** As it is found in the file, `cases[1].method_config.steps[0].route`; null where it is about none. */
  readonly key: string | null;
  readonly message: string;
  readonly fix: string;
}

/** Keys and places of lists from the top of the file's value. */
export type KeyPath = readonly (string | number)[];

/** What is wrong with a value, wherever that stands. */
export interface Fault {
  readonly at: KeyPath;
  readonly message: string;
  readonly fix: string;
}

/** A fault of a value inside of another. */
export function faultBelow(fault: Fault, at: KeyPath): Fault {
  return { ...fault, at: [...at, ...fault.at] };
}

/** `cases[0].key`: the name by which a person finds it. */
export function keyName(at: KeyPath): string {
  return at.reduce<string>(
    (name, step) => (typeof step === "number" ? `${name}[${step}]` : name === "" ? step : `${name}.${step}`),
    "",
  );
}
