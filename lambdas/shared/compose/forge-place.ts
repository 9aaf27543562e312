import type { Config, Deps } from "#knowledge";

export type ForgePorts = Pick<Deps, "changeRequests" | "ciFeed" | "forge" | "requestBranch">;

export interface ForgePlace {
  readonly organisation: string;
  readonly forge: Config["forge"];
  /** The repositories that the message is about. */
  readonly about: readonly string[];
  /** The token function, by the alias that stands for this function's purpose. */
  readonly tokenFunction: string;
  readonly ledger: Deps["ledger"];
  readonly userAgent: string;
  /** Takes a line of plain text for the log. */
  readonly note: (text: string) => void;
}
