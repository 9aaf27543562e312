import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { program, recordedProject, recordedRuns, runIn } from "../support/recorded-project.ts";

const VITEST = program("vitest/vitest.mjs");
const NAMES = ["basket", "delivery", "payment", "receipt", "voucher"];

/** Clicks, types and looks; on the page that every file of its worker shares. */
const testFile = (name: string) => `
import { fireEvent, screen } from "@testing-library/dom";
import { expect, test } from "vitest";
expect.extend({
  toHaveTextContent: (element, text) => ({ pass: element.textContent.includes(text), message: () => "no" }),
});
test("${name}", () => {
  document.body.innerHTML = "<button>${name}</button><p role=status></p>";
  document.querySelector("button").onclick = () => { document.querySelector("p").textContent = "Done"; };
  fireEvent.click(screen.getByRole("button"));
  expect(screen.getByRole("status")).toHaveTextContent("Done");
});`;

test.each(["forks", "threads"])(
  "files that share a worker (%s) without isolation each have all of their steps, once",
  async (pool) => {
    const project = recordedProject("vitest", ["@testing-library", "jsdom", "vitest"]);
    for (const name of NAMES) writeFileSync(join(project, `${name}.test.js`), testFile(name));
    const shared = { environment: "jsdom", pool, isolate: false, maxWorkers: 1, fileParallelism: false };
    const config = { test: { ...shared, setupFiles: ["assay/dom/vitest"] } };
    writeFileSync(join(project, "one-worker.config.js"), `export default ${JSON.stringify(config)};`);
    const files = NAMES.map((name) => `${name}.test.js`);
    const env = { ASSAY_RUN_FOLDER: join(project, "runs") };
    const { stderr } = await runIn(
      project,
      [VITEST, "run", "--config", "one-worker.config.js", ...files],
      env,
    );
    expect(stderr).not.toContain("assay:");

    const { runs } = await recordedRuns(join(project, "runs"));
    const tests = runs.flatMap((run) => run.tests).sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(
      tests.map(({ name, steps }) => [
        name,
        steps?.map(({ action, locator, element, check }) => [action, locator, element, check]),
      ]),
    ).toEqual(
      NAMES.map((name) => [
        name,
        [
          ["click", "getByRole('button')", `button[${name}]`, "passed"],
          ["expect.toHaveTextContent", "getByRole('status')", "status", "passed"],
        ],
      ]),
    );
  },
);
