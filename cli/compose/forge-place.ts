import type { Config, Deps } from "#knowledge";

export type ForgePorts = Pick<Deps, "changeRequests" | "ciFeed" | "forge" | "requestBranch">;

export interface ForgePlace {
  readonly env: NodeJS.ProcessEnv;
  readonly settings: () => Promise<Config>;
  readonly ledger: Deps["ledger"];
  readonly secrets: Deps["secrets"];
  readonly mode: Deps["mode"];
  /** Folder of what is kept on this machine, or null where there is no repository. */
  readonly state: () => Promise<string | null>;
  /** Takes a line for whoever waits. */
  readonly note: (text: string) => void;
}
