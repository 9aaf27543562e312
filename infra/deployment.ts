import type { Organisation } from "./organisation.ts";

/** What a deployment is told, beside the registry. */
export interface Deployment {
  readonly organisations: readonly Organisation[];
  /** Folder of the bundle of each function, by its name. */
  readonly bundles: ReadonlyMap<string, string>;
  /** Id of the GitHub App. */
  readonly appId: string;
  /** Name of the SecureString in Parameter Store that holds its key. */
  readonly appKey: string;
  /** Who is told of alarms; null: nobody but the topic's own subscribers. */
  readonly alarmEmail: string | null;
  /** US dollars of AWS a month after which the budget's alarm is raised. */
  readonly monthlyUSD: number;
}
