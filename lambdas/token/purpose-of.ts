import { PURPOSES, type Purpose } from "./purposes.ts";

/** The purpose that the called alias stands for, or null where none was called. */
export function purposeOf(invokedArn: string): Purpose | null {
  const alias = invokedArn.split(":")[7];
  return alias !== undefined && Object.hasOwn(PURPOSES, alias) ? (alias as Purpose) : null;
}
