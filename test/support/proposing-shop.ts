import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeProposalFile } from "../../knowledge/learn/proposal-file.ts";
import { writeRecordFile } from "../../knowledge/record/record-file.ts";
import { assay, shell } from "./run-assay.ts";
import { sampleActive, sampleProposal, sampleProposalFile } from "./sample-proposal.ts";
import { samplePath } from "./sample-record.ts";
import { SHOP, type TriageWorldOptions, triageWorld } from "./triage/triage-world.ts";

/** A shop at a forge, and a clone of a person that holds a proposal of it. */
export async function proposingShop({
  claim = sampleProposal.claim,
  ...options
}: TriageWorldOptions & { readonly claim?: string } = {}) {
  const world = await triageWorld(options);
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(world.clone, path)), { recursive: true });
    writeFileSync(join(world.clone, path), text);
  };
  await shell(
    "git config user.name Ada && git config user.email ada@shop.example && git commit --quiet --allow-empty -m first",
    { cwd: world.clone },
  );
  put(`.assay/knowledge/${samplePath(sampleActive)}`, writeRecordFile(sampleActive));
  put(sampleProposalFile, writeProposalFile({ ...sampleProposal, claim }));
  return {
    ...world,
    /** Opens the request for it; its number and branch. */
    async request(env: Readonly<Record<string, string>> = {}) {
      const args = ["proposal", "request", "open", "--yes", "--repository", SHOP, "--json"];
      const { stdout, stderr } = await assay(args, { cwd: world.clone, env: { ...world.env, ...env } });
      if (stdout === "") throw new Error(stderr);
      return JSON.parse(stdout).request as { readonly number: number; readonly branch: string };
    },
    /** Pull requests as they stand, oldest first. */
    pulls: () => [...world.repo.state.issues.values()].filter((issue) => issue.pull !== null),
  };
}
