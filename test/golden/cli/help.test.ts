import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { assay, type Finished } from "../../support/run-assay.ts";

/** The version line names this machine's Node and platform. */
const settled = (help: string) =>
  help.replace(/assay\/\S+ \S+ node-\S+/, "assay/<version> <platform> node-<version>");
const said = await promisify(execFile)(
  process.execPath,
  [join(import.meta.dirname, "../../support/all-helps.ts")],
  { env: { PATH: process.env.PATH }, maxBuffer: 64 * 1024 ** 2 },
);
const helps = Object.entries(JSON.parse(said.stdout) as Record<string, Finished>);

describe("help", () => {
  test("of the whole", async () => {
    const { status, stdout, stderr } = await assay(["--help"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    await expect(settled(stdout)).toMatchFileSnapshot("snapshots/help.txt");
    expect((await assay([])).stdout).toBe(stdout);
    expect((await assay(["-h"])).stdout).toBe(stdout);
  });

  // The tests of the built CLI ask it for each of them.
  test.each(helps)("of %s, with examples", async (id, { status, stdout, stderr }) => {
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/\nEXAMPLES\n[\s\S]*\$ assay /);
    await expect(stdout).toMatchFileSnapshot(`snapshots/help-${id.replaceAll(":", "-")}.txt`);
  });
});
