import type { QaActor } from "./context.ts";

/** Name under which what an actor does is recorded: its session, or the actor where it has none. Pure. */
export function recordedBy({ actor_id, session_id }: QaActor): string {
  return session_id ?? actor_id;
}
