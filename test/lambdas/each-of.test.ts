import { expect, test } from "vitest";
import { eachOf } from "../../lambdas/shared/each-of.ts";

test("what fails keeps none behind it from being done, and the first error is thrown", async () => {
  const done: string[] = [];
  const work = async (name: string) => {
    if (name.startsWith("bad")) throw new Error(name);
    done.push(name);
  };
  await expect(eachOf(["bad one", "good", "bad two", "better"], work)).rejects.toThrow("bad one");
  expect(done).toEqual(["good", "better"]);
  await expect(eachOf(["good"], work)).resolves.toBeUndefined();
});
