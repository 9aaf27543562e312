import { AssayError } from "../../errors.ts";
import type { Webhook } from "../../ports/webhook.ts";

/** Milliseconds that a service has for its answer. */
const PATIENCE = 10_000;

/** A webhook over HTTP: a POST of JSON, answered with 2xx. */
export const httpWebhook: Webhook = {
  async post(url, payload) {
    const { host } = new URL(url);
    let status: number;
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(payload),
        redirect: "manual",
        signal: AbortSignal.timeout(PATIENCE),
      });
      await answer.body?.cancel();
      status = answer.status;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new AssayError("webhook_unavailable", { host, reason }, error);
    }
    if (status < 200 || status >= 300)
      throw new AssayError("webhook_unavailable", { host, reason: `it answered ${status}` });
  },
};
