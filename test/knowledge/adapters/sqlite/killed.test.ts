import { test } from "vitest";
import { killWhileAppending, killWhileRecording } from "../../../support/kill-while-writing.ts";

test("L-015 kill -9 between any two steps loses nothing acknowledged and leaves nothing half-written", async () => {
  await killWhileAppending(20);
}, 60_000);

test("kill -9 leaves each run of the history whole or not at all", async () => {
  await killWhileRecording(9);
}, 60_000);
