import { expect, test } from "vitest";
import { playedOut } from "../support/change/killed-play.ts";
import { PLAYS } from "../support/change/plays.ts";

const HOUR = 3_600_000;

test.each(PLAYS)(
  "%s ends the same wherever the process is killed: at every request to the forge, to git and to the model",
  { timeout: HOUR },
  async (_, play) => {
    const whole = await playedOut(play, null);
    for (let at = 1; at <= whole.requests.length; at++) {
      const how = at % 2 === 0 ? "unheard" : "unanswered";
      const { end, spentUSD, killed } = await playedOut(play, { at, how });
      expect(killed).toBe(true);
      expect(end, `killed at request ${at}, ${whole.requests[at - 1]}, ${how}`).toBe(whole.end);
      expect(spentUSD).toBeGreaterThanOrEqual(whole.spentUSD);
    }
  },
);
