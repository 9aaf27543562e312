import * as z from "zod/mini";
import type { TrustedWork } from "../../work/work-trusted.ts";
import { ChangeView } from "./change-view.ts";

export const WorkedView = z.lazy(() =>
  z.object({
    /** `waiting`: for whom `wait` says. `unconfirmed`: the tests' command needs a person's word first. */
    result: z.enum(["finished", "waiting", "unconfirmed"]),
    wait: z.nullable(
      z.object({
        for: z.enum(["ci", "builder", "reviewer", "holder", "forge"]),
        running: z.array(z.string()),
        until: z.nullable(z.string()),
        holder: z.nullable(z.string()),
      }),
    ),
    command: z.nullable(z.object({ command: z.string(), source: z.string() })),
    view: ChangeView,
  }),
);
export type WorkedView = z.output<typeof WorkedView>;

/** Why the work on a change stopped, and the change as it stands then. */
export function workedView({ worked, view }: TrustedWork): WorkedView {
  return {
    result: worked.kind,
    wait: worked.kind === "waiting" ? toldWait(worked.wait) : null,
    command:
      worked.kind === "unconfirmed"
        ? { command: worked.command.command, source: worked.command.source }
        : null,
    view,
  };
}

type Waiting = Extract<TrustedWork["worked"], { kind: "waiting" }>["wait"];

function toldWait(wait: Waiting): WorkedView["wait"] {
  return {
    for: wait.for,
    running: wait.for === "ci" ? [...wait.running] : [],
    until: "until" in wait ? wait.until : null,
    holder: wait.for === "holder" ? wait.holder : null,
  };
}
