import type { Method } from "../../plan/method.ts";
import type { EnvironmentSnapshot } from "../requirement.ts";
import type { StandingContext } from "../standing.ts";

/** What a verb decides on beside the subject's state and what is asked: read before, and plain data. */
export interface DecisionContext {
  /** Now, ISO 8601, UTC. */
  readonly at: string;
  readonly actor: QaActor;
  /** At least 16 random bytes, fresh for each attempt to append; ids of what is made are drawn from them. */
  readonly seed: Uint8Array;
  readonly environments: readonly RegisteredEnvironment[];
  /** Capability kinds that the project authorises, and those that the executing host has. */
  readonly capabilities: { readonly project: readonly string[]; readonly host: readonly string[] };
  /** Built-in methods and the project's. */
  readonly methods: readonly Method[];
  readonly entitlement: Entitlement;
  readonly standing: Pick<StandingContext, "acceptedRevisions" | "isNewestOnly">;
}

/** Who acts, as the host knows it. */
export interface QaActor {
  readonly actor_id: string;
  readonly session_id: string | null;
  readonly isAgent: boolean;
}

export interface RegisteredEnvironment extends EnvironmentSnapshot {
  /** Whether cases may be carried out against it from here. */
  readonly isExecutable: boolean;
}

/** What who acts may decide for the subject. A standalone execution has no claim: there everybody is entitled. */
export interface Entitlement {
  /** They hold the work claim of the item (or of the task that the row belongs to). */
  readonly holdsClaim: boolean;
  /** They hold a live seat that covers the item. */
  readonly steers: boolean;
  /** Who else holds the work claim, or null. */
  readonly claimedBy: string | null;
}
