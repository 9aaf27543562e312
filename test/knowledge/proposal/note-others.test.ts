import { beforeEach, expect, test } from "vitest";
import { AssayError } from "../../../knowledge/errors.ts";
import { readState } from "../../../knowledge/ledger/read-state.ts";
import { carryOutRequest } from "../../../knowledge/proposal/carry-out-request.ts";
import { REQUEST } from "../../../knowledge/proposal/request.ts";
import { MOST_OPEN, OPENED_AN_HOUR } from "../../../knowledge/proposal/request-caps.ts";
import {
  type RequestPlace,
  requestBranchName,
  requestStream,
} from "../../../knowledge/proposal/request-identity.ts";
import { wantRequest } from "../../../knowledge/proposal/want-request.ts";
import { pathOf, proposes, type RequestPlay, requestPlay } from "../../support/request/request-play.ts";
import { Killed } from "../../support/request/request-world.ts";

let play: RequestPlay;
const HOUR = 3_600_000;
const mask = <Value>(value: Value): Value => value;
const other = (at: number): RequestPlace => ({ repository: `acme/other-${at}`, kind: "knowledge" });
const stateOf = async (at: number) =>
  (await readState(play.deps.ledger, requestStream(other(at)), REQUEST)).state;
const numberOf = async (at: number) => (await stateOf(at)).open?.number ?? 0;

async function propose(at: number, names: readonly string[]) {
  const content = proposes(...names.map((name) => [name] as const));
  await wantRequest(play.deps, other(at), { source: `run-${names.length}`, by: "assay", content, mask });
  return carryOutRequest(play.deps, other(at), {
    mask,
    label: "assay:proposal",
    quotesInPublic: false,
    again: null,
    dryRun: false,
  });
}

/** As many are open as may be, and there is something to propose in one more repository. */
beforeEach(async () => {
  play = requestPlay();
  for (let at = 0; at < MOST_OPEN; at++) {
    if (at % OPENED_AN_HOUR === 0) play.clock.pass(HOUR + 1);
    await propose(at, [`n${at}`]);
    play.clock.pass(1_000);
  }
  play.clock.pass(HOUR + 1);
  await play.want("run", proposes(["a"]));
});

const refused = { done: [], last: { kind: "too-many", what: "open", limit: MOST_OPEN } };

test("as many as may be are open, and no more is opened", async () => {
  const before = (await play.deps.ledger.since("", 10_000)).events.length;
  expect(await play.carryOut()).toMatchObject(refused);
  expect((await play.deps.ledger.since("", 10_000)).events).toHaveLength(before);
});

test("what people merged or closed where nobody proposed since makes room", async () => {
  play.world.people.merge(await numberOf(7));
  expect((await play.carryOut()).done).toEqual(["commit", "open"]);
  expect(await stateOf(7)).toMatchObject({ open: null, ended: { outcome: "merged" } });
  play.world.people.close(await numberOf(3));
  play.world.people.close(play.world.open().at(-1)?.number ?? 0);
  await play.want("run-2", proposes(["b"]));
  expect((await play.carryOut()).done).toEqual(["commit", "open"]);
});

test("what people took in by hand and then closed is merged, here too", async () => {
  const number = await numberOf(4);
  play.world.people.commit("main", { [pathOf("n4")]: "claim: n4\n" });
  play.world.people.close(number);
  await play.carryOut();
  expect(await stateOf(4)).toMatchObject({ open: null, ended: { outcome: "merged" }, declined: [] });
});

test("no more are looked at than it takes to find room", async () => {
  play.world.people.merge(await numberOf(0));
  const asked: string[] = [];
  const { find } = play.world.changeRequests;
  play.world.changeRequests.find = async (repository, branch) => {
    asked.push(repository);
    return find(repository, branch);
  };
  await play.carryOut();
  expect([...new Set(asked)]).toEqual(["acme/shop", "acme/other-0"]);
});

test("one that cannot be seen any more counts no more, and one that gives no answer stops it", async () => {
  const { find } = play.world.changeRequests;
  let code: "forge_missing" | "forge_unavailable" = "forge_unavailable";
  play.world.changeRequests.find = async (repository, branch) => {
    if (repository !== other(5).repository) return find(repository, branch);
    throw new AssayError(code, { host: "forge.example", asked: repository, reason: "404", way: "wait" });
  };
  await expect(play.carryOut()).rejects.toMatchObject({ code });
  code = "forge_missing";
  expect((await play.carryOut()).done).toEqual(["commit", "open"]);
});

test("a commit of ours that was not told before its request ended is known as ours afterwards", async () => {
  const number = await numberOf(2);
  play.world.killAt(1, true);
  await expect(propose(2, ["n2", "more"])).rejects.toThrow(Killed);
  play.world.people.close(number);
  expect((await play.carryOut()).done).toEqual(["commit", "open"]);
  const state = await stateOf(2);
  expect(state).toMatchObject({ open: null, plan: null });
  expect(state.commits).toContain(play.world.tip(requestBranchName(other(2))));
});
