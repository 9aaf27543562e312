import { describe, expect, test } from "vitest";
import { AssayError } from "../../../knowledge/errors.ts";
import { laidTree } from "../../../knowledge/pull/laid-tree.ts";
import { type KeepWanted, wantedProposals, wantedRecords } from "../../../knowledge/pull/wanted-records.ts";
import { anchorFolders } from "../../../knowledge/record/record-path.ts";
import { proposalPath } from "../../../knowledge/store/read-proposals.ts";
import { requestWorld } from "../../support/request/request-world.ts";
import { samplePath, sampleRecord } from "../../support/sample-record.ts";

const ROOT = ".assay/knowledge";
const ID = samplePath(sampleRecord()).split("/").at(-1) ?? "";
const PROPOSAL = `prop_${"a".repeat(26)}`;

/** A branch with these files, and the folders that were asked for. */
function branchWith(files: Readonly<Record<string, string>>, keep: KeepWanted = async () => {}) {
  const { repository, requestBranch, tip } = requestWorld(files);
  const asked: string[] = [];
  const counting: typeof requestBranch = {
    ...requestBranch,
    folders: (name, commit, folders) => {
      asked.push(...folders);
      return requestBranch.folders(name, commit, folders);
    },
  };
  const tree = laidTree(counting, { repository, commit: tip("main") ?? "" }, new Map());
  return { tree, asked, records: wantedRecords(tree, keep), proposals: wantedProposals(tree, keep) };
}

describe("the records about some anchors", () => {
  test("are asked for where a scope has them, flat, in a level or wanted, and nowhere else", async () => {
    const anchors = Array.from({ length: 1_000 }, (_, index) => `anchor ${index}`);
    const [[flat], [, deep], [, wanted]] = ["anchor 0", "anchor 1", "anchor 2"].map(anchorFolders) as [
      [string, string],
      [string, string],
      [string, string],
    ];
    const scopes = Array.from({ length: 15 }, (_, index) => `scope-${index}`);
    const others = scopes.map((scope) => [`${ROOT}/${scope}/other-1234/${ID}`, "other"] as const);
    const at = [`scope-3/${flat}/${ID}`, `scope-4/${deep}/${ID}`, `scope-5/${wanted}/${ID}`];
    const { tree, records, asked } = branchWith(
      Object.fromEntries([...others, ...at.slice(0, 2).map((path) => [`${ROOT}/${path}`, "x"] as const)]),
    );
    tree.lay(`${ROOT}/${at[2]}`, "x");
    const { paths } = await records.under(anchors.flatMap(anchorFolders));
    expect(paths).toEqual(at);
    const inLevels = asked.filter((path) => /\/[0-9a-f]{2}\//.test(path));
    expect(asked.filter((path) => !inLevels.includes(path))).toEqual([`${ROOT}/scope-3/${flat}`]);
    const levels = new Set([deep, wanted].map((folder) => folder.split("/")[0]));
    expect(inLevels.every((path) => levels.has(path.split("/").at(-2)))).toBe(true);
    expect(inLevels.length).toBeLessThan(30);
  });
});

describe("what could not be kept", () => {
  const full = new AssayError("artifacts_unavailable", { place: "x", reason: "full", fix: "make room" });
  const refuse: KeepWanted = async () => {
    throw full;
  };

  test("is no record, so that it can be written again", async () => {
    const path = samplePath(sampleRecord());
    const { records } = branchWith({ "a.txt": "1" }, refuse);
    const change = { path, text: "x", expected: null };
    await expect(records.write([change])).rejects.toBe(full);
    expect(await records.read(path)).toBeNull();
    await expect(records.write([change])).rejects.toBe(full);
  });

  test("is no proposal either", async () => {
    const { proposals, tree } = branchWith({ "a.txt": "1" }, refuse);
    await expect(proposals.add(PROPOSAL, "x")).rejects.toBe(full);
    expect([tree.known(proposalPath(PROPOSAL)), await proposals.list()]).toEqual([null, []]);
  });
});
