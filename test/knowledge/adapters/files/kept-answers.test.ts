import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keptAnswers } from "../../../../knowledge/adapters/files/kept-answers.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const DAY = 86_400_000;
const answer = (body: string) => ({ etag: 'W/"1"', url: "https://api/x", link: null, body });

function place(folder = join(temporaryFolder(), "answers")) {
  let at = Date.now();
  const open = (view = "ada") =>
    keptAnswers({ folder, view, now: () => at, mayKeep: async (text) => !text.includes("hunter2") });
  const pass = (milliseconds: number) => {
    at += milliseconds;
  };
  return { folder, open, pass };
}
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

test("an answer outlives whoever put it, and is nobody else's", async () => {
  const { open } = place();
  await open().put("GET a", answer("[1]"));
  expect(await open().get("GET a")).toEqual(answer("[1]"));
  expect(await open().get("GET b")).toBeNull();
  expect(await open("bob").get("GET a")).toBeNull();
});

test("one that nobody asked for in fourteen days goes with the next that is put", async () => {
  const { folder, open, pass } = place();
  await open().put("GET old", answer("1"));
  await open().put("GET used", answer("1"));
  pass(13 * DAY);
  await open().get("GET used");
  pass(2 * DAY);
  await open().put("GET new", answer("2"));
  expect(filesIn(folder)).toHaveLength(2);
  const known = await Promise.all(["old", "used", "new"].map((name) => open().get(`GET ${name}`)));
  expect(known.map((one) => one !== null)).toEqual([false, true, true]);
});

test("no more than a thousand and 32 MB lie there, the ones asked for longest ago go first", async () => {
  const { folder, open, pass } = place();
  const large = "x".repeat(1_900_000);
  for (let index = 0; index < 20; index += 1) {
    await open().put(`GET ${index}`, answer(large));
    await open().get("GET 0");
    pass(1_000);
  }
  const bytes = filesIn(folder).reduce(
    (sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
    0,
  );
  expect(bytes).toBeLessThan(36 * 1024 * 1024);
  expect(await open().get("GET 0")).not.toBeNull();
  expect(await open().get("GET 1")).toBeNull();
  await open().put("GET huge", answer("x".repeat(2_200_000)));
  expect(await open().get("GET huge")).toBeNull();
});

test("what holds a secret is not kept, nor what it took the place of", async () => {
  const { folder, open } = place();
  await open().put("GET a", answer("before"));
  await open().put("GET a", answer("password hunter2"));
  expect(await open().get("GET a")).toBeNull();
  expect(filesIn(folder)).toHaveLength(0);
});
