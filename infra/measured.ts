import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What a function asked services for. */
export interface MeasuredUse {
  readonly runs: number;
  /** Requests to GitHub. */
  readonly github: number;
  /** Requests to DynamoDB, and the request units that they took. */
  readonly requests: number;
  readonly read: number;
  readonly written: number;
  /** Requests to S3; a head counts as a get. */
  readonly puts: number;
  readonly gets: number;
  /** Messages that were put into queues for others, and by schedules for it. */
  readonly messages: number;
}

/** What `npm run simulate:watch -- --keep` measured: requests and units by function, and what they were for. */
export interface Measured {
  readonly v: 1;
  /** Day on which it was measured. */
  readonly date: string;
  readonly seed: string;
  readonly days: number;
  readonly repositories: number;
  readonly organisations: number;
  readonly products: number;
  /** What happened: commits to default branches, failures that were raised, weeks of products that were swept. */
  readonly pushes: number;
  readonly failures: number;
  readonly sweeps: number;
  /** Looks at default branches. */
  readonly looks: number;
  /** A look at which nothing differs: requests to GitHub for up to 50 repositories each, read units for all of the table. */
  readonly quietLook: Pick<MeasuredUse, "github" | "requests" | "read">;
  readonly functions: Readonly<Record<string, MeasuredUse>>;
}

export const MEASURED_FILE = join(import.meta.dirname, "measured-requests.json");

/** The numbers that are committed. */
export function readMeasured(): Measured {
  return JSON.parse(readFileSync(MEASURED_FILE, "utf8")) as Measured;
}
