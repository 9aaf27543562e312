import { expect, test } from "vitest";
import { playedTriage } from "../support/triage/killed-triage.ts";
import { TRIAGE_PLAYS } from "../support/triage/triage-plays.ts";

test.each(TRIAGE_PLAYS)(
  "C-067 a triage of %s ends the same when the process is killed at any request",
  { timeout: 900_000 },
  async (_, play) => {
    const whole = await playedTriage(play, null);
    for (let at = 1; at <= whole.requests.length; at++) {
      // Whether a request that only reads was carried out makes no difference.
      const reads = whole.requests[at - 1]?.startsWith("GET ") === true;
      for (const how of reads ? (["unheard"] as const) : (["unheard", "unanswered"] as const)) {
        const { end, killed, learned, asked } = await playedTriage(play, { at, how });
        const where = `killed at ${whole.requests[at - 1]}, ${how}`;
        expect(killed, where).toBe(true);
        expect(end, where).toBe(whole.end);
        expect(learned, where).toBe(whole.learned);
        expect(asked, where).toBeLessThanOrEqual(whole.asked + 1);
      }
    }
  },
);
