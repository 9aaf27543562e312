import type { Message } from "./queue.ts";

/** What happens in the cloud, as it is told. `at` is a time of its clock, milliseconds. */
export type CloudEvent = { readonly at: number } & (
  | {
      readonly kind: "schedule";
      readonly schedule: string;
      readonly queue: string;
      readonly body: string;
    }
  /** A function sent a message. */
  | { readonly kind: "message"; readonly queue: string; readonly body: string }
  | FunctionRan
  /** Messages were received while the function ran as often as it may: they come again. */
  | { readonly kind: "throttled"; readonly function: string; readonly messages: readonly Message[] }
  /** A message lies among the dead letters, and why: the code with which it was parked, or what befell it. */
  | { readonly kind: "dead"; readonly queue: string; readonly body: string; readonly why: string }
  /** A message got older than its queue keeps one. */
  | { readonly kind: "dropped"; readonly queue: string; readonly body: string }
);

export interface FunctionRan {
  readonly at: number;
  readonly kind: "run";
  readonly function: string;
  readonly messages: readonly Message[];
  /** `again`: of these some come again; `failed`: all do, and an alarm would be raised. */
  readonly outcome: "done" | "again" | "failed" | "timed-out";
  /** Ids of the messages that come again. */
  readonly again: readonly string[];
  readonly milliseconds: number;
  /** The words with which the function told what it did or what failed, by its log. */
  readonly told: readonly string[];
  /** All that it printed. */
  readonly output: string;
}
