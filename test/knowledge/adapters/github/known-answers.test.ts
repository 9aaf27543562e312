import { expect, test } from "vitest";
import { memoryAnswers } from "../../../../knowledge/adapters/github/known-answers.ts";

const answer = (etag: string, size = 10) => ({ etag, url: "u", link: null, body: "x".repeat(size) });

test("an answer is known until 500 others were asked for later", async () => {
  const answers = memoryAnswers();
  await answers.put("used", answer("a"));
  await answers.put("left", answer("b"));
  for (let index = 0; index < 499; index += 1) {
    await answers.put(`${index}`, answer("c"));
    await answers.get("used");
  }
  expect(await answers.get("used")).toEqual(answer("a"));
  expect(await answers.get("left")).toBeNull();
  expect(await answers.get("498")).toEqual(answer("c"));
});

test("large answers push out others, and one that is too large is not kept", async () => {
  const answers = memoryAnswers();
  const large = 7 * 1024 * 1024;
  for (let index = 0; index < 6; index += 1) await answers.put(`${index}`, answer("a", large));
  const kept = await Promise.all([0, 1, 2, 3, 4, 5].map((index) => answers.get(`${index}`)));
  expect(kept.map((found) => found !== null)).toEqual([false, false, true, true, true, true]);
  await answers.put("5", answer("b", 40 * 1024 * 1024));
  expect(await answers.get("5")).toBeNull();
});

test("an answer that is put again counts once", async () => {
  const answers = memoryAnswers();
  await answers.put("other", answer("a"));
  for (let index = 0; index < 20; index += 1) await answers.put("same", answer(`${index}`, 7 * 1024 * 1024));
  expect((await answers.get("same"))?.etag).toBe("19");
  expect(await answers.get("other")).not.toBeNull();
});
