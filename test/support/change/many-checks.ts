import { changeWorld, type World } from "./change-world.ts";
import { failedLog } from "./ci-logs.ts";
import { conclude } from "./engineer-answers.ts";

const LINE = `2026-01-05T10:00:00.1234567Z fetched ${"a part of the shop ".repeat(10)}\n`;

/** A log of so many bytes that is never held whole; its test fails in the middle. */
function longLog(bytes: number, name: string) {
  const block = LINE.repeat(500);
  const half = Math.ceil(bytes / 2 / block.length);
  return function* () {
    for (let at = 0; at < half; at++) yield block;
    yield failedLog([{ name, actual: 1, expected: 2 }]);
    for (let at = 0; at < half; at++) yield block;
  };
}

/**
 * Looks once at a change of which so many checks failed, each with a log of so many bytes: how it ended, and the most
 * memory that the process had, in bytes.
 */
export async function manyChecks(count: number, logBytes: number) {
  const names = Array.from({ length: count }, (_, at) => `test ${at + 1}`);
  const world: World = await changeWorld({
    model: () =>
      conclude({
        verdict: "BLOCKED",
        answers: names.map((_, at) => ({ check: `C${at + 1}`, wrong: "unsettled" })),
        why: "Too much of it fails.",
        question: "Why does everything fail?",
      }),
  });
  const sha = world.head();
  for (const name of names)
    world.repo.check(sha, {
      name,
      conclusion: "failure",
      log: longLog(logBytes, `case of ${name}`),
      workflow: {},
    });
  await world.start();
  const { stderr, status } = await world.runMeasured("change", "work", world.address, "--no-wait");
  const [, kilobytes] = /peak (\d+)/.exec(stderr) ?? [];
  return { status, peak: Number(kilobytes) * 1024, view: await world.state() };
}
