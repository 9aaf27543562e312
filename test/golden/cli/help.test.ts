import { describe, expect, test } from "vitest";
import { buildManifest } from "../../../cli/manifest.ts";
import { assay } from "../../support/run-assay.ts";

/** The version line names this machine's Node and platform. */
const settled = (help: string) =>
  help.replace(/assay\/\S+ \S+ node-\S+/, "assay/<version> <platform> node-<version>");
const { commands } = await buildManifest();

describe("help", () => {
  test("of the whole", async () => {
    const { status, stdout, stderr } = await assay(["--help"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    await expect(settled(stdout)).toMatchFileSnapshot("snapshots/help.txt");
    expect((await assay([])).stdout).toBe(stdout);
    expect((await assay(["-h"])).stdout).toBe(stdout);
  });

  test.each(Object.keys(commands))("of %s, with examples", async (id) => {
    const { status, stdout, stderr } = await assay([...id.split(":"), "--help"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/\nEXAMPLES\n[\s\S]*\$ assay /);
    await expect(stdout).toMatchFileSnapshot(`snapshots/help-${id.replaceAll(":", "-")}.txt`);
  });
});
