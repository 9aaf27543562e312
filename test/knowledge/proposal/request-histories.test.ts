import fc from "fast-check";
import { expect, test } from "vitest";
import { readState } from "../../../knowledge/ledger/read-state.ts";
import { evidenceHash } from "../../../knowledge/proposal/evidence-hash.ts";
import { REQUEST } from "../../../knowledge/proposal/request.ts";
import { requestStream } from "../../../knowledge/proposal/request-identity.ts";
import { readMark } from "../../../knowledge/proposal/request-mark.ts";
import { proposes, type RequestPlay, requestPlay } from "../../support/request/request-play.ts";
import { Killed } from "../../support/request/request-world.ts";

type Deed =
  | { readonly what: "want"; readonly source: number; readonly items: readonly number[] }
  | { readonly what: "carry-out"; readonly kill: number; readonly done: boolean }
  | { readonly what: "commit" | "commit-as-us" | "commit-to-main"; readonly item: number }
  | { readonly what: "merge" | "close"; readonly deletesBranch: boolean }
  | { readonly what: "reopen" | "delete-branch" | "edit-body" | "edit-title" }
  | { readonly what: "pass"; readonly hours: number };

const item = fc.integer({ min: 0, max: 7 });
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant("want" as const),
      source: fc.integer({ min: 0, max: 3 }),
      items: fc.uniqueArray(item, { maxLength: 4 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant("carry-out" as const),
      kill: fc.integer({ min: 0, max: 4 }),
      done: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constantFrom("commit" as const, "commit-as-us" as const, "commit-to-main" as const),
      item,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constantFrom("merge" as const, "close" as const),
      deletesBranch: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constantFrom(
        "reopen" as const,
        "delete-branch" as const,
        "edit-body" as const,
        "edit-title" as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant("pass" as const), hours: fc.integer({ min: 1, max: 3 }) }),
  },
);

const hashOf = (name: string) => evidenceHash({ anchor: `page:/${name}`, claim: name, cause: null });

async function act(play: RequestPlay, one: Deed, closed: Map<number, readonly string[]>): Promise<void> {
  const { world, branch } = play;
  const [open] = world.open();
  switch (one.what) {
    case "want":
      await play.want(`run-${one.source}`, proposes(...one.items.map((name) => [`i${name}`] as const)));
      return;
    case "carry-out":
      return carryOut(play, one, closed);
    case "commit":
    case "commit-as-us":
      if (world.tip(branch) !== null)
        world.people.commit(
          branch,
          { [`.assay/proposals/prop_i${one.item}.yaml`]: "mine\n" },
          one.what === "commit-as-us",
        );
      return;
    case "commit-to-main":
      world.people.commit("main", { [`.assay/proposals/prop_i${one.item}.yaml`]: `claim: i${one.item}\n` });
      return;
    case "merge":
      if (open !== undefined) world.people.merge(open.number, one);
      return;
    case "close":
      if (open === undefined) return;
      if (!(await isBeingClosed(play, open.number)))
        closed.set(open.number, readMark(play.place, open.body)?.items ?? []);
      world.people.close(open.number, one);
      return;
    case "reopen": {
      const last = world.requests().at(-1);
      if (open !== undefined || last?.state !== "closed" || world.tip(branch) !== last.head.commit) return;
      world.people.reopen(last.number);
      closed.delete(last.number);
      return;
    }
    case "delete-branch":
      if (open !== undefined && !(await isBeingClosed(play, open.number)))
        closed.set(open.number, readMark(play.place, open.body)?.items ?? []);
      world.people.deleteBranch(branch);
      return;
    case "edit-body":
      if (open !== undefined) world.people.edit(open.number, { body: `${open.body}\nmine` });
      return;
    case "edit-title":
      if (open !== undefined) world.people.edit(open.number, { title: "mine" });
      return;
    case "pass":
      play.clock.pass(one.hours * 3_600_000);
  }
}

/** Closed by a person then, it cannot be told from our own closing, and refuses nothing: nothing was left in it. */
async function isBeingClosed({ deps, place }: RequestPlay, number: number): Promise<boolean> {
  return (await readState(deps.ledger, requestStream(place), REQUEST)).state.closing === number;
}

async function carryOut(
  play: RequestPlay,
  { kill, done }: Extract<Deed, { what: "carry-out" }>,
  closed: ReadonlyMap<number, readonly string[]>,
): Promise<void> {
  const { world, branch } = play;
  const before = world.requests().map(({ number }) => number);
  const texts = new Map(world.open().map(({ number, body, title }) => [number, { body, title }]));
  if (kill > 0) world.killAt(kill, done);
  try {
    const { last } = await play.carryOut();
    world.live();
    expect(["nothing", "leave", "too-many"]).toContain(last.kind);
    const again = await play.carryOut();
    expect(again.done).toEqual([]);
    expect(again.last.kind).toBe(last.kind);
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
  world.live();
  expect(world.open().length).toBeLessThanOrEqual(1);
  // The default branch is people's alone.
  expect(world.writes.every((write) => write.branch !== "main")).toBe(true);
  expect(world.commitsOf("main").every(({ author }) => author === "ada")).toBe(true);
  // None of ours stands on a person's, and each changes something.
  const chain = world.commitsOf(branch);
  const main = new Set(world.commitsOf("main").map(({ commit }) => commit));
  const own = chain.filter(({ commit }) => !main.has(commit));
  own.forEach((made, at) => {
    if (made.author === "ada") return;
    expect(own.slice(at).every(({ author }) => author !== "ada")).toBe(true);
    expect(JSON.stringify([...made.tree])).not.toBe(JSON.stringify([...(chain[at + 1]?.tree ?? [])]));
  });
  // What people closed is not asked of them again.
  const declined = new Set([...closed.values()].flat());
  for (const { number, body } of world.requests())
    if (!before.includes(number))
      expect((readMark(play.place, body)?.items ?? []).filter((one) => declined.has(one))).toEqual([]);
  // A text that a person edited is theirs.
  for (const { number, body, title } of world.open()) {
    const was = texts.get(number);
    if (was?.title === "mine") expect(title).toBe("mine");
    if (was?.body.endsWith("mine")) expect(body).toBe(was.body);
  }
}

test("L-043 whatever people and kills do: nothing twice, never a default branch, nothing upon a person's commit", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 5, maxLength: 40 }), async (deeds) => {
      const play = requestPlay();
      const closed = new Map<number, readonly string[]>();
      for (const one of deeds) await act(play, one, closed);
    }),
    { seed: 43, numRuns: 150 },
  );
});

test("undisturbed it converges: each thing that is wanted is in the open request or on the default branch", async () => {
  const quiet = deed.filter(({ what }) =>
    ["want", "carry-out", "pass", "merge", "commit-to-main"].includes(what),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(quiet, { minLength: 5, maxLength: 30 }), async (deeds) => {
      const play = requestPlay();
      const wanted = new Map<number, readonly number[]>();
      for (const one of deeds) {
        await act(play, one, new Map());
        if (one.what === "want") wanted.set(one.source, one.items);
      }
      play.clock.pass(4 * 3_600_000);
      const { state } = await play.carryOut();
      const all = [...new Set([...wanted.values()].flat())].map((name) => hashOf(`i${name}`));
      const there = new Set([...(state.open?.items ?? []), ...state.settled]);
      expect(all.filter((one) => !there.has(one))).toEqual([]);
      const onBranch = play.world.files(play.branch);
      for (const name of new Set([...wanted.values()].flat()))
        if (state.open?.items.includes(hashOf(`i${name}`)))
          expect(onBranch[`.assay/proposals/prop_i${name}.yaml`]).toBe(`claim: i${name}\n`);
    }),
    { seed: 32, numRuns: 150 },
  );
});
