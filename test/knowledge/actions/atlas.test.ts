import { expect, test } from "vitest";
import * as z from "zod";
import { atlasOf } from "../../../knowledge/actions/atlas.ts";
import { dispatch, operation } from "../../../knowledge/actions/operation.ts";
import type { Deps } from "../../../knowledge/ports/deps.ts";

const greet = operation({
  id: "greet",
  title: "Greet",
  input: z.object({ name: z.string().default("you") }),
  output: z.object({ greeting: z.string() }),
  writes: true,
  run: async (_: Pick<Deps, never>, { name }) => ({ greeting: `hello ${name}` }),
});

test("the atlas lists itself and the others by id, whatever their order, with schemas", async () => {
  const other = { ...greet, id: "aa.first" };
  const { operations } = await dispatch(atlasOf([greet, other]), {}, {});
  expect(operations.map(({ id }) => id)).toEqual(["aa.first", "atlas", "greet"]);
  expect(operations[2]).toMatchObject({
    title: "Greet",
    writes: true,
    input: { type: "object", properties: { name: { type: "string", default: "you" } } },
    output: { type: "object", properties: { greeting: { type: "string" } }, required: ["greeting"] },
  });
  expect((await dispatch(atlasOf([other, greet]), {}, {})).operations).toEqual(operations);
});

test("an input that does not fit is refused with the place", async () => {
  await expect(dispatch(greet, {}, { name: 3 as unknown as string })).rejects.toMatchObject({
    code: "input_invalid",
    data: { operation: "greet", problem: expect.stringContaining("name") },
  });
});
