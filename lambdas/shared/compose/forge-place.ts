import type { Config, Deps } from "#knowledge";
import type { Watching } from "../watching.ts";

export type ForgePorts = Pick<Deps, "changeRequests" | "ciFeed" | "forge" | "requestBranch">;

export interface ForgePlace {
  readonly organisation: string;
  readonly forge: Config["forge"];
  /** What each organisation of the deployment watches. */
  readonly watching: readonly Watching[];
  /** The repositories that the message is about. */
  readonly about: readonly string[];
  /** The token function, by the alias that stands for this function's purpose. */
  readonly tokenFunction: string;
  readonly ledger: Deps["ledger"];
  readonly userAgent: string;
  /** Takes a line of plain text for the log. */
  readonly note: (text: string) => void;
}
