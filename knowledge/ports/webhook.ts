/** Tells a team's own service that a person is needed. */
export interface Webhook {
  /** Posts JSON once, without following redirects. Errors: webhook_unavailable (no answer, or one that says no). */
  post(url: string, payload: Readonly<Record<string, string>>): Promise<void>;
}
