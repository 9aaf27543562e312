import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileProposals } from "../../knowledge/adapters/files/proposals.ts";
import { memoryProposals } from "../../knowledge/adapters/memory/proposals.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type ProposalsAdapter, proposalId, proposalsContract } from "./proposals.contract.ts";

const folders = (tree = temporaryFolder()) => ({
  root: join(tree, ".assay/proposals"),
  state: join(tree, ".assay/local"),
});

/** Every adapter of the port: one row each. */
const ADAPTERS: readonly ProposalsAdapter[] = [
  {
    name: "memory",
    store() {
      const proposals = memoryProposals();
      return () => proposals;
    },
  },
  {
    name: "files",
    store() {
      const at = folders();
      return () => fileProposals(at);
    },
  },
];

for (const adapter of ADAPTERS) proposalsContract(adapter);

describe("proposals of a work tree", () => {
  const id = proposalId(1);

  test("links and odd names are strays, are never followed, and hide no other", async () => {
    const at = folders();
    const outside = join(temporaryFolder(), "secret.yaml");
    writeFileSync(outside, "secret");
    mkdirSync(at.root, { recursive: true });
    symlinkSync(outside, join(at.root, `${id}.yaml`));
    writeFileSync(join(at.root, "mine.yaml"), "a");
    writeFileSync(join(at.root, "README.md"), "a");
    writeFileSync(join(at.root, `${proposalId(2)}.yaml`), "b");
    const proposals = fileProposals(at);
    expect((await proposals.list()).map((one) => one.id)).toEqual([proposalId(2)]);
    expect(await proposals.strays()).toEqual(["mine.yaml", `${id}.yaml`]);
    const refused = { code: "proposal_path_refused", data: { reason: `${id}.yaml is a link` } };
    await expect(proposals.read(id)).rejects.toMatchObject(refused);
    await expect(proposals.add(id, "a")).rejects.toMatchObject(refused);
    await expect(proposals.remove(id, "a")).rejects.toMatchObject(refused);
    expect(readFileSync(outside, "utf8")).toBe("secret");
  });

  test("a folder that is a link is refused", async () => {
    const at = folders();
    mkdirSync(join(at.root, ".."), { recursive: true });
    symlinkSync(temporaryFolder(), at.root);
    const proposals = fileProposals(at);
    for (const call of [() => proposals.list(), () => proposals.read(id), () => proposals.add(id, "a")])
      await expect(call()).rejects.toMatchObject({ code: "proposal_path_refused" });
  });

  test("a file where the folder should be is an outage, by name", async () => {
    const at = folders();
    mkdirSync(join(at.root, ".."), { recursive: true });
    writeFileSync(at.root, "");
    const proposals = fileProposals(at);
    for (const call of [() => proposals.list(), () => proposals.read(id), () => proposals.add(id, "a")])
      await expect(call()).rejects.toMatchObject({
        code: "proposals_unavailable",
        data: { reason: "a file stands where a folder should be" },
      });
  });

  test("what is half written is out of git's sight", async () => {
    const at = folders();
    await fileProposals(at).add(id, "a");
    expect(readFileSync(join(at.state, ".gitignore"), "utf8")).toBe("*\n");
  });
});
