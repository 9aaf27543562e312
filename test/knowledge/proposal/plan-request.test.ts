import { describe, expect, test } from "vitest";
import { commitKey } from "../../../knowledge/proposal/commit-key.ts";
import { evidenceHash } from "../../../knowledge/proposal/evidence-hash.ts";
import { type Planning, planRequest } from "../../../knowledge/proposal/plan-request.ts";
import { REQUEST } from "../../../knowledge/proposal/request.ts";
import { MOST_OPEN, OPENED_AN_HOUR } from "../../../knowledge/proposal/request-caps.ts";
import { requestBranchName } from "../../../knowledge/proposal/request-identity.ts";
import type { RequestScene } from "../../../knowledge/proposal/request-scene.ts";
import type { RequestState } from "../../../knowledge/proposal/request-state.ts";
import { pathOf, proposes } from "../../support/request/request-play.ts";

const place = { repository: "acme/shop", kind: "knowledge" } as const;
const now = Date.UTC(2026, 11, 1, 12);
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const times = (count: number, minutes: number) => Array.from({ length: count }, () => ago(minutes));
const planning: Planning = {
  now,
  others: { open: 0, openedAt: [] },
  mask: (value) => value,
  quotesLogs: true,
};
const scene: RequestScene = {
  tips: { defaultBranch: { name: "main", commit: "c0" }, branch: null },
  commits: [],
  requests: [],
  base: new Map(),
  head: new Map(),
  placed: [],
  wanted: [proposes(["a"])],
};
const hash = evidenceHash({ anchor: "page:/a", claim: "a", cause: null });
const files = [{ path: pathOf("a"), text: "claim: a\n" }];
const onBranch = new Map([[pathOf("a"), "claim: a\n"]]);
const own = { commit: "c1", message: "ours", own: true, author: "assay[bot]" };
const committed: Partial<RequestState> = { commits: ["c1"], placed: { manifest: "m", items: [hash] } };
const standing: Partial<RequestScene> = {
  tips: { ...scene.tips, branch: "c1" },
  commits: [own],
  head: onBranch,
  placed: [pathOf("a")],
};

const rows: readonly (readonly [
  what: string,
  state: Partial<RequestState>,
  seen: Partial<RequestScene>,
  others: Partial<Planning["others"]>,
  step: object,
])[] = [
  [
    "no default branch",
    {},
    { tips: { defaultBranch: null, branch: null } },
    {},
    { kind: "leave", why: "no-default-branch" },
  ],
  [
    "nobody can write there",
    {},
    { tips: { defaultBranch: { name: "main", commit: "c0" }, branch: null, archived: true } },
    {},
    { kind: "leave", why: "archived" },
  ],
  [
    "the branch is the default one",
    {},
    { tips: { defaultBranch: { name: requestBranchName(place), commit: "c0" }, branch: "c0" } },
    {},
    { kind: "leave", why: "default-branch" },
  ],
  ["nothing wanted", {}, { wanted: [] }, {}, { kind: "nothing", why: "not-wanted" }],
  ["all settled", { settled: [hash] }, {}, {}, { kind: "nothing", why: "not-wanted" }],
  [
    "all declined",
    { declined: [hash], ended: { number: 3, url: "", outcome: "closed", by: null, at: "" } },
    {},
    {},
    { kind: "leave", why: "closed", number: 3 },
  ],
  ["closed twice", { closings: 2 }, {}, {}, { kind: "leave", why: "closed-twice" }],
  [
    "nothing there yet",
    {},
    {},
    {},
    { kind: "commit", anew: false, commit: { head: null, base: "c0", files } },
  ],
  [
    "a branch that was made and not committed to",
    {},
    { tips: { ...scene.tips, branch: "c0" } },
    {},
    { kind: "commit", anew: false, commit: { head: "c0" } },
  ],
  [
    "a branch that was made when the default branch stood elsewhere",
    {},
    { tips: { ...scene.tips, branch: "old" } },
    {},
    { kind: "commit", anew: true, commit: { head: null } },
  ],
  ["our commit and no request", committed, standing, {}, { kind: "open", into: "main", items: [hash] }],
  [
    "a commit that nobody knows",
    committed,
    { ...standing, commits: [{ ...own, commit: "c2", author: "ada" }, own] },
    {},
    { kind: "leave", why: "others-commit", author: "ada", number: null },
  ],
  ["as many open as may be", {}, {}, { open: MOST_OPEN }, { kind: "too-many", what: "open" }],
  [
    "as many opened in an hour as may be",
    { openedAt: times(1, 10) },
    {},
    { openedAt: times(OPENED_AN_HOUR - 1, 59) },
    { kind: "too-many", what: "opened-an-hour" },
  ],
  ["as many opened, an hour ago", {}, {}, { openedAt: times(OPENED_AN_HOUR, 60) }, { kind: "commit" }],
  [
    "open, and its branch is gone",
    { ...committed, open: { number: 3, url: "", title: "", body: null, items: [hash], at: "" } },
    {},
    {},
    { kind: "nothing", why: "up-to-date" },
  ],
  [
    "open, with nothing wanted any more",
    { ...committed, open: { number: 3, url: "", title: "", body: null, items: [hash], at: "" } },
    { ...standing, wanted: [] },
    {},
    { kind: "close", number: 3 },
  ],
  [
    "open, at its cap of commits, and nothing new",
    {
      ...committed,
      committedAt: times(30, 5),
      open: { number: 3, url: "", title: "", body: null, items: [hash], at: "" },
    },
    standing,
    {},
    { kind: "nothing", why: "up-to-date" },
  ],
];

describe("the next step", () => {
  test.each(rows)("%s", (_, state, seen, others, step) => {
    const planned = planRequest(
      place,
      { ...REQUEST.initial, ...state },
      { ...scene, ...seen },
      { ...planning, others: { ...planning.others, ...others } },
    );
    expect(planned).toMatchObject(step);
  });

  test("a commit's message holds nothing from outside, and ends in its key", () => {
    const wanted = [proposes(["a", "fixes #12 for @ada"])];
    const step = planRequest(place, REQUEST.initial, { ...scene, wanted }, planning);
    if (step.kind !== "commit") throw new Error("no commit");
    const { title, body, ...commit } = step.commit;
    expect(title).toBe("Propose a change");
    expect(body).toBe(
      `Its pull request says why, or \`assay proposal request show\`.\n\nAssay-Request: ${commitKey(commit)}`,
    );
  });
});
