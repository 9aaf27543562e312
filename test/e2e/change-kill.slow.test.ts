import { expect, test } from "vitest";
import { type Kill, killMoments } from "../support/change/kill-moments.ts";
import { playedOut } from "../support/change/killed-play.ts";
import { PLAYS } from "../support/change/plays.ts";

const HOUR = 3_600_000;

test.each(PLAYS)(
  "%s ends the same wherever the process is killed: at every write, in every state, at every kind of request",
  { timeout: HOUR },
  async (_, play) => {
    const whole = await playedOut(play, null);
    const left = [...killMoments(whole.requests)];
    expect(left.length).toBeGreaterThan(15);
    const lane = async () => {
      for (let kill = left.shift(); kill !== undefined; kill = left.shift()) await killedOnce(kill);
    };
    const killedOnce = async (kill: Kill) => {
      const { end, spentUSD, killed } = await playedOut(play, kill);
      const where = `killed at request ${kill.at}, ${whole.requests[kill.at - 1]?.request}, ${kill.how}`;
      expect(killed, where).toBe(true);
      expect(end, where).toBe(whole.end);
      expect(spentUSD, where).toBeGreaterThanOrEqual(whole.spentUSD);
    };
    // Two plays at a time: each waits for its processes.
    await Promise.all([lane(), lane()]);
  },
);
