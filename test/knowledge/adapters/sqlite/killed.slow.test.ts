import { test } from "vitest";
import { killWhileAppending, killWhileRecording } from "../../../support/kill-while-writing.ts";

test("kill -9 at three hundred moments loses nothing acknowledged and leaves nothing half-written", async () => {
  await killWhileAppending(300);
}, 600_000);

test("kill -9 at a hundred moments leaves each run of the history whole or not at all", async () => {
  await killWhileRecording(100);
}, 600_000);
