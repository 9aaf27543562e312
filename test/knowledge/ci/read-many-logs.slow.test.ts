import { expect, test } from "vitest";
import { memoryHistory } from "../../../knowledge/adapters/memory/history.ts";
import { checksOf } from "../../../knowledge/ci/checks-of.ts";
import { readFailedChecks } from "../../../knowledge/ci/read-failed-checks.ts";
import { startGithub } from "../../support/github/github.ts";
import { forgeOf } from "../../support/github-forge.ts";

const MIB = 1024 * 1024;
const LOG = 20 * MIB;

/** A log that is made while it is sent: the error stands in its middle. */
function* log(at: number): Generator<string> {
  const noise = Array.from(
    { length: 1_000 },
    (_, line) =>
      `2026-01-05T10:00:00.1234567Z fetched part ${line} of the data of the shop, all of it fine\n`,
  ).join("");
  const half = Math.floor(LOG / noise.length / 2);
  yield "2026-01-05T10:00:00.1234567Z ##[group]Run make\n2026-01-05T10:00:00.1234567Z ##[endgroup]\n";
  for (let piece = 0; piece < half; piece++) yield noise;
  yield `2026-01-05T10:00:00.1234567Z src/a${at}.ts(1,2): error TS2322: Type 'string' is not assignable to type 'number'.\n`;
  for (let piece = 0; piece < half; piece++) yield noise;
  yield "2026-01-05T10:00:00.1234567Z ##[error]Process completed with exit code 2.\n";
}

test("the logs of many failed checks, 20 MiB each, are read in memory that does not grow with them", async () => {
  const github = await startGithub();
  const repo = github.repository("octo/app", { files: { "a.txt": "1\n" } });
  const read = async (branch: string, count: number) => {
    const head = repo.pushCommit(branch, { "a.txt": `${branch}\n` });
    for (let at = 0; at < count; at++)
      repo.check(head, { name: `c${at}`, conclusion: "failure", log: () => log(at) });
    const forge = forgeOf(github);
    const reports = await forge.reports("octo/app", head);
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 20);
    const failed = await readFailedChecks(
      { forge, history: memoryHistory() },
      {
        repository: "octo/app",
        commit: head,
        failed: checksOf(reports),
        reported: count,
        baseBranch: null,
        compareBase: "state",
        mask: (value) => value,
      },
    );
    clearInterval(watch);
    for (const one of failed) expect(one.result.rule, one.noLog ?? "").not.toBeNull();
    return peak;
  };
  const few = await read("few", 8);
  const many = await read("many", 40);
  // The 32 logs more are 640 MiB.
  expect(many - few).toBeLessThan(80 * MIB);
  await github.close();
}, 300_000);
