import { beforeEach, describe, expect, test } from "vitest";
import { dispatch } from "../../../knowledge/actions/operation.ts";
import { proposalRequestClose } from "../../../knowledge/actions/proposal-request-close.ts";
import { proposalRequestDiff } from "../../../knowledge/actions/proposal-request-diff.ts";
import { proposalRequestMerge } from "../../../knowledge/actions/proposal-request-merge.ts";
import { proposalRequestOpen } from "../../../knowledge/actions/proposal-request-open.ts";
import { proposalRequestRefresh } from "../../../knowledge/actions/proposal-request-refresh.ts";
import { proposalRequestShow } from "../../../knowledge/actions/proposal-request-show.ts";
import { writeProposalFile } from "../../../knowledge/learn/proposal-file.ts";
import type { Forge } from "../../../knowledge/ports/forge.ts";
import { requestBranchName } from "../../../knowledge/proposal/request-identity.ts";
import { wantRequest } from "../../../knowledge/proposal/want-request.ts";
import { secretMask } from "../../../knowledge/record/secret-mask.ts";
import { memoryDeps } from "../../support/memory-deps.ts";
import { pathOf, proposes } from "../../support/request/request-play.ts";
import { type RequestWorld, requestWorld } from "../../support/request/request-world.ts";
import { runText } from "../../support/run-text.ts";
import { sampleProposal } from "../../support/sample-proposal.ts";

const repository = "acme/shop";
const place = { repository, kind: "knowledge" } as const;
const branch = requestBranchName(place);

let world: RequestWorld;
let deps: ReturnType<typeof depsOf>;

function depsOf(of: RequestWorld) {
  return {
    ...memoryDeps(runText([{ name: "pays" }])).deps,
    changeRequests: of.changeRequests,
    forge: of.forge as Forge,
    requestBranch: of.requestBranch,
  };
}

beforeEach(() => {
  world = requestWorld({ "README.md": "shop\n" });
  deps = depsOf(world);
});

const want = (content = proposes(["a"]), source = "run") =>
  wantRequest(deps, place, { source, by: "assay", content, mask: secretMask([]) });

async function opened() {
  await want();
  const { request } = await dispatch(proposalRequestRefresh, deps, place);
  return request;
}

describe("a person's word on a request", () => {
  test.each([proposalRequestMerge, proposalRequestClose] as const)(
    "is not carried out on another commit than they were shown: $id",
    async (operation) => {
      await opened();
      const { seen } = await dispatch(operation, deps, { ...place, dryRun: true });
      world.people.commit(branch, { "late.txt": "late\n" });
      const done = await dispatch(operation, deps, { ...place, seen });
      expect(done).toMatchObject({ result: "refused", refusal: { code: "request_moved" } });
      expect(world.open()).toHaveLength(1);
      const again = await dispatch(operation, deps, { ...place, dryRun: true });
      expect(again.files).toContainEqual({ path: "late.txt", change: "added" });
      expect(await dispatch(operation, deps, { ...place, seen: again.seen })).toMatchObject({
        result: "done",
      });
      expect(world.open()).toEqual([]);
    },
  );

  test("that the forge does not carry out is refused with its words, and nothing is kept of it", async () => {
    await opened();
    world.changeRequests.merge = async () => ({
      kind: "refused",
      why: "At least 1 approving review is required",
    });
    expect(await dispatch(proposalRequestMerge, deps, place)).toMatchObject({
      result: "refused",
      refusal: { code: "merge_refused", why: expect.stringContaining("approving review") },
    });
    expect((await dispatch(proposalRequestShow, deps, place)).request.state).toBe("open");
  });

  test("is known at once: what was merged is settled, what was closed is declined", async () => {
    await opened();
    await dispatch(proposalRequestMerge, deps, place);
    expect((await dispatch(proposalRequestShow, deps, place)).request).toMatchObject({
      state: "merged",
      wanted: 0,
    });
    await want(proposes(["b"]), "run-2");
    await dispatch(proposalRequestRefresh, deps, place);
    await dispatch(proposalRequestClose, deps, { ...place, reason: "no" });
    expect((await dispatch(proposalRequestShow, deps, place)).evidence).toMatchObject([
      { becomes: "declined" },
    ]);
    expect(await dispatch(proposalRequestRefresh, deps, place)).toMatchObject({
      result: "refused",
      refusal: { code: "closed" },
    });
  });
});

test("the diff is of the branch as it is, a person's files too, against the default branch as it is now", async () => {
  await opened();
  world.people.commit(branch, { "README.md": "our shop\n" });
  world.people.commit("main", { [pathOf("a")]: "claim: other\n" });
  const { files } = await dispatch(proposalRequestDiff, deps, place);
  expect(files.map(({ path, change }) => [path, change])).toEqual([
    [pathOf("a"), "modified"],
    ["README.md", "modified"],
  ]);
  expect(files[0]?.diff).toContain("-claim: other\n+claim: a\n");
});

describe("what is handed over", () => {
  test("with a path elsewhere or without evidence is refused before anything is kept", async () => {
    const [file] = proposes(["a"]).files;
    const elsewhere = { ...proposes(["a"]), files: [{ path: ".github/workflows/ci.yml", text: "x" }] };
    await expect(want(elsewhere)).rejects.toMatchObject({ code: "input_invalid" });
    await expect(want({ ...proposes(), files: file === undefined ? [] : [file] })).rejects.toMatchObject({
      code: "input_invalid",
    });
    expect(await deps.ledger.streams("request/")).toEqual([]);
  });

  test("of a clone keeps what was handed over by name before, and takes back what is there no more", async () => {
    const other = {
      ...sampleProposal,
      id: `${sampleProposal.id}x`,
      claim: "Another thing.",
      candidate: { ...sampleProposal.candidate, claim: "Another thing." },
    };
    for (const one of [sampleProposal, other]) await deps.proposals.add(one.id, writeProposalFile(one));
    const open = (ids: string[]) => dispatch(proposalRequestOpen, deps, { repository, ids });
    const paths = () => Object.keys(world.files(branch)).filter((path) => path.startsWith(".assay/"));
    await open([`${sampleProposal.id}x`]);
    expect(paths()).toEqual([`.assay/proposals/${other.id}.yaml`]);
    await open([]);
    expect(paths()).toHaveLength(2);
    const [stored] = (await deps.proposals.list()).filter(({ id }) => id === other.id);
    await deps.proposals.remove(other.id, stored?.digest ?? "");
    expect(await open([])).toMatchObject({ result: "done", steps: ["commit", "edit"] });
    expect(paths()).toEqual([`.assay/proposals/${sampleProposal.id}.yaml`]);
  });
});
