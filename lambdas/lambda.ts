import type { Duty } from "#knowledge";
import type { Purpose } from "./token/purposes.ts";

/**
 * One function as data: what starts it, what it may touch, what it needs. Infrastructure and tests read this; a
 * handler does not know it.
 */
export interface Lambda {
  /** One word; resources are called `assay-<name>`. */
  readonly name: string;
  /** For people, on the dashboard and in alarms. */
  readonly summary: string;
  /** Its handler, relative to this folder. */
  readonly entry: string;
  /** Ids of the operations that it dispatches; none for one that serves the others. */
  readonly operations: readonly string[];
  readonly trigger: QueueTrigger | InvokeTrigger;
  /** Functions to whose queues it sends what is due. */
  readonly sendsTo: readonly string[];
  /** What its token for the forge is for; null where it asks for none. */
  readonly token: Purpose | null;
  readonly grants: readonly Grant[];
  /** Variables of its environment that must be there. */
  readonly env: readonly EnvName[];
  /** Whether it may ask a model: it then holds the packages for it. */
  readonly model: boolean;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Reserved concurrency; null: as many as there are messages. */
  readonly reserved: number | null;
}

/** Messages, each a duty. */
export interface QueueTrigger {
  readonly kind: "queue";
  /** Kinds of messages that it takes. */
  readonly duties: readonly Duty["kind"][];
  /** What puts messages there beside the functions; null: nothing. */
  readonly schedule: Schedule | null;
  readonly batchSize: number;
  /** A message that was received this often goes to the dead letters. */
  readonly receives: number;
  /** After which a message is worth nothing: what it asks for is due again by then. */
  readonly maxAgeMinutes: number;
}

/** Called by name, through an alias for each purpose. */
export interface InvokeTrigger {
  readonly kind: "invoke";
  readonly aliases: readonly Purpose[];
}

/** Times are those of the organisation's zone. */
export interface Schedule {
  readonly per: "organisation" | "product";
  /** An expression of EventBridge Scheduler. */
  readonly expression: string;
  /** Minutes within which it is delivered, or not at all. */
  readonly maxAgeMinutes: number;
  readonly retries: number;
}

/** What a role allows, on one kind of resource. */
export interface Grant {
  readonly on: Resource;
  readonly actions: readonly string[];
}

export type Resource =
  /** The ledger's table, without its indexes. */
  | "table"
  /** The indexes of that table: going through streams by their names. */
  | "indexes"
  /** The objects of the bucket of artifacts. */
  | "artifacts"
  /** The App's key in Parameter Store, and what opens the plain git remotes of organisations on one. */
  | "app-key"
  /** The models that the organisations' settings name; nothing where they name none. */
  | "models";

export type EnvName =
  | "ASSAY_TABLE"
  | "ASSAY_BUCKET"
  | "ASSAY_TOKEN_FUNCTION"
  | "ASSAY_PARKED_QUEUE"
  | "ASSAY_QUEUES"
  | "ASSAY_APP_ID"
  | "ASSAY_APP_KEY";
