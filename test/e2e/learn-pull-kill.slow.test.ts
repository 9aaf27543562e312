import { expect, test } from "vitest";
import { playedPull } from "../support/pull/killed-pull.ts";

test("learning from a run and proposing it ends the same when the process is killed at any request", {
  timeout: 900_000,
}, async () => {
  const whole = await playedPull(null);
  expect(whole.end).toMatchObject({ due: [], requests: 1, learned: [{ waiting: [] }] });
  expect(whole.end.files).toHaveLength(1);
  for (let at = 1; at <= whole.requests.length; at++) {
    // Whether a request that only reads was carried out makes no difference.
    const reads = /^GET |\/graphql (?!Commit)/.test(whole.requests[at - 1] ?? "");
    for (const how of reads ? (["unheard"] as const) : (["unheard", "unanswered"] as const)) {
      const { end, killed } = await playedPull({ at, how });
      const where = `killed at ${whole.requests[at - 1]}, ${how}`;
      expect(killed, where).toBe(true);
      expect(end, where).toEqual(whole.end);
    }
  }
});
