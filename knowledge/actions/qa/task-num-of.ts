import type { Target } from "./envelope.ts";

/** The task that a target names, as a call takes it. */
export function taskNumOf(target: Target | undefined): { readonly task_num?: number } {
  return target?.kind === "task" ? { task_num: target.task_num } : {};
}
