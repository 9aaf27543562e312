import { chmodSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { writeProposalFile } from "../../knowledge/learn/proposal-file.ts";
import { writeRecordFile } from "../../knowledge/record/record-file.ts";
import { assayInTerminal } from "../support/assay-terminal.ts";
import { fileOf, type PersonTree, personTree } from "../support/person-tree.ts";
import { assay } from "../support/run-assay.ts";
import { sampleActive, sampleProposal, sampleProposalFile } from "../support/sample-proposal.ts";
import { sampleRecord } from "../support/sample-record.ts";

let tree: PersonTree;
beforeEach(async () => {
  tree = await personTree();
});

const fact = sampleRecord();

describe("commit", () => {
  const hook = (name: string, script: string) => {
    tree.put(`.git/hooks/${name}`, `#!/bin/sh\n${script}\n`);
    chmodSync(join(tree.folder, `.git/hooks/${name}`), 0o755);
  };

  test("K-076 no act but commit makes a commit, and it takes what Assay keeps and nothing else", async () => {
    tree.put("code.txt", "1\n");
    await tree.git("add . && git commit --quiet -m one");
    const head = await tree.git("rev-parse HEAD");
    tree.keep(fact, sampleActive);
    tree.put(sampleProposalFile, writeProposalFile(sampleProposal));
    tree.put("code.txt", "2\n");
    tree.put("staged.txt", "1\n");
    await tree.git("add staged.txt");
    await tree.asJson(["knowledge", "accept", fact.id, "--yes"]);
    await tree.asJson(["knowledge", "edit", fact.id, "--claim", "It is called Buy.", "--yes"]);
    await tree.asJson(["proposal", "apply", sampleProposal.id, "--yes"]);
    tree.put(sampleProposalFile, writeProposalFile(sampleProposal));
    await tree.asJson(["proposal", "drop", sampleProposal.id, "--yes"]);
    expect(await tree.git("rev-parse HEAD")).toBe(head);
    expect(await tree.git("diff --cached --name-only")).toBe("staged.txt\n");

    const plan = await tree.asJson(["commit", "--dry-run"]);
    expect(plan.document).toMatchObject({ result: "planned", branch: "main", isDefault: true, commit: null });
    expect(await tree.git("rev-parse HEAD")).toBe(head);
    const { status, document } = await tree.asJson(["commit", "--yes"]);
    expect({ status, result: document.result }).toEqual({ status: 0, result: "done" });
    expect((await tree.git("rev-parse HEAD")).trim()).toBe(document.commit);
    expect(await tree.git("show -s --format=%s HEAD")).toBe("Learn 2 facts, supersede 1\n");
    expect(await tree.git("show -s --format=%b HEAD")).toContain(`- learn ${fact.id}: It is called Buy.`);
    expect((await tree.git("show --name-only --format= HEAD")).trim().split("\n")).toHaveLength(3);
    expect(await tree.git("status --porcelain")).toBe(" M code.txt\nA  staged.txt\n");
    const again = await assay(["commit", "--yes"], { cwd: tree.folder });
    expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining("nothing to commit") });
  });

  test("is the first of an unborn branch, with the message that is given", async () => {
    tree.keep(fact);
    tree.put("staged.txt", "1\n");
    await tree.git("add staged.txt");
    expect((await tree.asJson(["commit", "-m", "What we know", "--yes"])).document).toMatchObject({
      result: "done",
      head: null,
      files: [{ path: fileOf(fact), change: "added" }],
    });
    expect(await tree.git("log --format=%s")).toBe("What we know\n");
    expect(await tree.git("status --porcelain")).toBe("A  staged.txt\n");
  });

  test("a hook that refuses leaves everything as it was, in its own words", async () => {
    tree.keep(fact);
    tree.put("staged.txt", "1\n");
    await tree.git("add staged.txt");
    hook("pre-commit", "echo not on a friday >&2; exit 1");
    const before = await tree.git("status --porcelain=v2 -uall");
    const { status, stdout, stderr } = await assay(["commit", "--yes"], { cwd: tree.folder });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/git did not do it: not on a friday \[git_failed\]/);
    expect(await tree.git("status --porcelain=v2 -uall")).toBe(before);
  });

  test("files with problems are refused by line; a record that was removed is one", async () => {
    tree.keep(fact, sampleActive);
    await tree.asJson(["commit", "--yes"]);
    const head = await tree.git("rev-parse HEAD");
    await tree.git(`rm --quiet ${fileOf(sampleActive)}`);
    tree.put(fileOf(fact), writeRecordFile(fact).replace("status: candidate", "status: superseded"));
    const { status, document } = await tree.asJson(["commit", "--yes"]);
    expect({ status, result: document.result, commit: document.commit }).toEqual({
      status: 1,
      result: "refused",
      commit: null,
    });
    expect(document.problems.map(({ file }: { file: string }) => file)).toEqual(
      expect.arrayContaining([fileOf(sampleActive), fileOf(fact)]),
    );
    expect(await tree.git("rev-parse HEAD")).toBe(head);
  });

  test("in a terminal it warns of the default branch and asks; a branch that moved on meanwhile is not committed to", async () => {
    tree.put("code.txt", "1\n");
    await tree.git("add . && git commit --quiet -m one");
    tree.keep(fact);
    const said = await assayInTerminal(["commit"], {
      cwd: tree.folder,
      answers: [
        [
          "[y/N]",
          async () => {
            await tree.git("commit --quiet --allow-empty -m theirs");
            return "y\r";
          },
        ],
      ],
    });
    expect(said.screen).toContain("main is the default branch");
    expect(said.screen).toContain("would commit  1 file to main, and nothing else");
    expect(said).toMatchObject({ status: 2, screen: expect.stringContaining("[head_moved]") });
    expect(await tree.git("log --format=%s")).toBe("theirs\none\n");
  });
});
