import { expect } from "vitest";
import {
  AssayError,
  budgetShow,
  type ChangeView,
  changeHandOver,
  changeStart,
  changeStatus,
  changeWork,
  dispatch,
} from "../../../knowledge/index.ts";
import type { ModelRequest, ScriptedReply } from "../model/model-script.ts";
import { changeWorld, type World } from "./change-world.ts";
import { failedLog, RUNNER_LOST, STALE_LOG, WRONG_LOG } from "./ci-logs.ts";
import { cannotSay, codeWrong, editTest, mend, readFile, runTests, testWrong } from "./engineer-answers.ts";
import { CALL_USD } from "./nothing-twice.ts";
import { CODE, MENDED_CODE, STALE_TEST, TEST, WRONG_CODE } from "./shop-files.ts";
import { workDeps } from "./work-deps.ts";

/** Turns of a history: something happens, and the change is looked at. */
const TURNS = 7;

/**
 * One history by chance from a seed, over the real operations: CI, builder, people and time do what they do, the model
 * says anything, the forge drops connections; after each turn all that must always hold is checked.
 */
export async function randomHistory(
  seed: number,
): Promise<{ readonly world: World; readonly totalUSD: number }> {
  const chance = chances(seed);
  let habit: Habit = "anything";
  const world: World = await changeWorld({
    change: chance.one([STALE_TEST, STALE_TEST, WRONG_CODE]),
    model: (request) => {
      if (request.messages.length === 1) habit = chance.one(HABITS);
      if (chance.of(20) === 0) world.push({ "README.md": `Shop ${chance.of(99)}\n` });
      return reply(request, habit, chance);
    },
  });
  const deps = workDeps(world);
  const address = world.address;
  /** The last that a builder pushed, by path. */
  const pushed = new Map<string, string | null>();
  for (const path of PRODUCT) pushed.set(path, world.repo.file(path, world.head()));
  const begin = () => dispatch(changeStart, deps, { address, ...(chance.of(2) ? { builder: "ada" } : {}) });
  world.red(chance.one([STALE_LOG, STALE_LOG, WRONG_LOG]));
  await begin();
  for (let turn = 0; turn < TURNS; turn++) {
    await happen(world, chance, deps, begin, pushed);
    const head = world.head();
    // Of two runs of one name the newer counts.
    const newest = new Map(world.repo.checks(head).map((run) => [run.name, run.status]));
    const isRunning = [...newest.values()].some((status) => status !== "completed");
    const asked = world.model?.requests.length ?? 0;
    try {
      await dispatch(changeWork, deps, { address, wait: false });
    } catch (error) {
      if (!(error instanceof AssayError)) throw error;
    }
    if (isRunning) expect(world.model?.requests.length, "asked while CI runs").toBe(asked);
    world.github.stopFailing();
    holds(world, await dispatch(changeStatus, deps, { address }), pushed);
    await ownCommits(world);
  }
  const { totalUSD } = await dispatch(budgetShow, deps, {});
  return { world, totalUSD: Number(totalUSD) };
}

const PRODUCT = [CODE, "package.json", ".github/workflows/ci.yml"] as const;

/** What must hold of every history at every moment. */
function holds(world: World, { status }: ChangeView, pushed: ReadonlyMap<string, string | null>): void {
  expect(status.returnRounds).toBeLessThanOrEqual(2);
  for (const { rounds } of status.steps)
    for (const { attempts } of rounds) {
      const own = attempts.filter(({ isVoid, verdict }) => !isVoid && verdict?.by === "model");
      expect(own.length, "too many attempts").toBeLessThanOrEqual(3);
    }
  const marks = [...world.comments(), ...world.issues().map(({ body }) => body ?? "")].flatMap(
    (text) => text.match(/<!-- assay:\S+ -->$/m) ?? [],
  );
  expect(new Set(marks).size, "a mark stands twice").toBe(marks.length);
  const spent = status.steps
    .flatMap(({ rounds }) => rounds)
    .reduce((all, { spentUSD }) => all + Number(spentUSD), 0);
  expect(Number(status.costUSD)).toBeCloseTo(spent, 6);
  for (const path of PRODUCT) expect(world.repo.file(path, world.head())).toBe(pushed.get(path));
  const tests = world.repo.file(TEST, world.head()) ?? "";
  for (const name of ["a small cart", "a large cart"])
    expect(tests).toContain(`test(${JSON.stringify(name)}, () => {\n  assert.equal(`);
}

async function ownCommits(world: World): Promise<void> {
  const own = (await world.commits()).filter(({ message }) => message.includes("Assay-Key:"));
  const keys = own.map(({ message }) => /Assay-Key: (\S+)/.exec(message)?.[1]);
  expect(new Set(keys).size, "a commit was made twice").toBe(keys.length);
  for (const { files } of own) for (const file of files) expect(file).toMatch(/\.test\.js$/);
}

/** What all calls of the model cost, whichever run asked. */
export function askedUSD(world: World): number {
  return (world.model?.requests.length ?? 0) * CALL_USD;
}

async function happen(
  world: World,
  chance: Chances,
  deps: ReturnType<typeof workDeps>,
  begin: () => Promise<unknown>,
  pushed: Map<string, string | null>,
): Promise<void> {
  const report = (sha = world.head()) =>
    chance.one([
      () => world.red(chance.one([STALE_LOG, WRONG_LOG, OTHER_LOG]), "test", sha),
      () => world.red(chance.one([STALE_LOG, WRONG_LOG, RUNNER_LOST]), "test", sha),
      () => world.green("test", sha),
      () => world.running("test", sha),
      () =>
        world.repo.check(sha, {
          name: "lint",
          conclusion: chance.one(["cancelled", "failure", "stale", "success"]),
        }),
      () =>
        world.repo.status(sha, { context: "ci/other", state: chance.one(["success", "failure", "pending"]) }),
    ])();
  const push = () => {
    const files = chance.one<Readonly<Record<string, string>>>([
      MENDED_CODE,
      WRONG_CODE,
      { "README.md": `Shop ${chance.of(99)}\n` },
    ]);
    world.push(files);
    for (const path of PRODUCT) pushed.set(path, world.repo.file(path, world.head()));
  };
  await chance.one<() => unknown>([
    report,
    report,
    () => {
      for (const run of world.repo.checks(world.head()))
        if (run.status !== "completed") world.repo.updateCheck(run.id, { conclusion: "success" });
    },
    push,
    () => {
      push();
      report();
    },
    () => report(world.repo.tip()),
    () => world.pass(chance.of(12)),
    () =>
      world.github.fail({
        how: "reset",
        after: chance.of(2) === 0,
        match: chance.one([/POST/, /check-runs/, /issues/]),
        times: 9,
      }),
    () =>
      dispatch(changeHandOver, deps, {
        address: world.address,
        to: chance.one(["next", "next", "person"] as const),
      }),
    begin,
  ])();
  world.pass(1);
}

const OTHER_LOG = failedLog([{ name: "a gift", actual: 1, expected: 2 }]);

/** What an engineer sets out to do in one attempt. */
const HABITS = ["mends", "mends", "mends", "finds", "anything"] as const;
type Habit = (typeof HABITS)[number];

/** Anything that a model might say, by its habit; the ids of its failures are those that it was given. */
function reply({ messages }: ModelRequest, habit: Habit, chance: Chances): ScriptedReply {
  const ids = [...(/by id: ([C\d, ]+)\./.exec(messages[0]?.text ?? "")?.[1] ?? "C1").split(", ")];
  const answers = (wrong: string) => ids.map((check) => ({ check, wrong }));
  const turn = messages.filter(({ role }) => role === "assistant").length;
  const more = editTest(
    TEST,
    'test("a large cart"',
    `test("cart ${chance.of(1e6)}", () => {\n  assert.equal(total([{ price: 1, count: 1 }]), 500);\n});\ntest("a large cart"`,
  );
  if (habit === "mends" && chance.of(9) > 0)
    return [mend, more, runTests, testWrong({ answers: answers("test") })][
      Math.min(turn, 3)
    ] as ScriptedReply;
  if (habit === "finds" && chance.of(9) > 0) return codeWrong({ answers: answers("code") });
  return chance.one<ScriptedReply>([
    readFile(TEST),
    mend,
    mend,
    runTests,
    runTests,
    testWrong({ answers: answers("test") }),
    testWrong({ answers: answers("test") }),
    codeWrong({ answers: answers("code") }),
    cannotSay("What should hold for it here?"),
    editTest(TEST, "  assert.equal", "  if (false) assert.equal"),
    editTest(TEST, 'test("a large cart"', 'test.skip("a large cart"'),
    editTest(CODE, "return sum", "return 0 * sum"),
    more,
    { text: "I am not sure." },
    { calls: [{ name: "conclude", input: { verdict: "NO CHANGE NEEDED" } }] },
  ]);
}

interface Chances {
  /** A whole number from 0 up to, and without, `most`. */
  of(most: number): number;
  one<Item>(items: readonly Item[]): Item;
}

/** The same chances from the same seed (mulberry32). */
function chances(seed: number): Chances {
  let state = seed >>> 0;
  const of = (most: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
  return { of, one: (items) => items[of(items.length)] as never };
}
