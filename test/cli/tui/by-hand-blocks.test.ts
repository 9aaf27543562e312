import { describe, expect, test } from "vitest";
import type { RequestOutcome } from "#knowledge";
import { lookedBlocks } from "../../../cli/tui/details/looked-blocks.ts";
import { forgeBlocks } from "../../../cli/tui/details/request-detail.ts";
import { sweepingBlocks } from "../../../cli/tui/details/sweeping-blocks.ts";

const BY_HAND = {
  remote: "git.acme.example/shop.git",
  branch: "assay/knowledge",
  into: "main",
  commands: [
    ["git", "fetch", "https://git.acme.example/shop.git", "assay/knowledge"],
    ["git", "merge", "--no-ff", "-m", "Take what was learned", "FETCH_HEAD"],
  ],
};
const COMMANDS = [
  "git fetch https://git.acme.example/shop.git assay/knowledge",
  "git merge --no-ff -m 'Take what was learned' FETCH_HEAD",
];

function proposed(byHand: RequestOutcome["byHand"]) {
  const request = { repository: "acme/shop", branch: "assay/knowledge", url: null };
  return {
    result: "done",
    steps: [],
    files: [],
    refusal: null,
    request,
    byHand,
  } as unknown as RequestOutcome;
}

function looked(byHand: RequestOutcome["byHand"]) {
  const learn = { runs: [], left: 0, proposed: proposed(byHand), undone: null };
  const done = [{ repository: "acme/shop", failure: null, triage: null, answer: null, learn }];
  return { changed: [], done, undone: [], problems: [] } as unknown as Parameters<typeof lookedBlocks>[0];
}

function swept(byHand: RequestOutcome["byHand"]) {
  const ran = { kind: "swept", swept: null, why: null, recover: null, until: null, holder: null };
  return { ran, proposed: proposed(byHand) } as unknown as Parameters<typeof sweepingBlocks>[0];
}

function atForge(byHand: RequestOutcome["byHand"]) {
  return {
    ...{ number: 3, url: "", title: "Knowledge", state: "open", head: "0123456789abcdef", commits: 1 },
    ...{ othersCommit: null, files: [], byHand },
  } as unknown as Parameters<typeof forgeBlocks>[0];
}

const textsOf = (blocks: readonly object[]) => blocks.flatMap((one) => ("text" in one ? [one.text] : []));

describe("a request that no forge merges is shown with the commands that do", () => {
  test.each([
    ["after a look at a watched branch", (byHand: RequestOutcome["byHand"]) => lookedBlocks(looked(byHand))],
    ["after a sweep", (byHand: RequestOutcome["byHand"]) => sweepingBlocks(swept(byHand))],
    ["where the forge is asked", (byHand: RequestOutcome["byHand"]) => forgeBlocks(atForge(byHand))],
  ])("%s", (_, blocks) => {
    const shown = textsOf(blocks(BY_HAND));
    expect(shown.slice(-2)).toEqual(COMMANDS);
    expect(shown.at(-3)).toContain("branch assay/knowledge at git.acme.example/shop.git");
    expect(textsOf(blocks(null)).join("\n")).not.toContain("git ");
  });
});
