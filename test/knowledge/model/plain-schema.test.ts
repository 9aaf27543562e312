import { expect, test } from "vitest";
import * as z from "zod/mini";
import { plainSchema } from "../../../knowledge/model/plain-schema.ts";

test("L-035 says what an answer is made of and leaves out every limit on its values", () => {
  const answer = z.lazy(() =>
    z.strictObject({
      id: z.string().check(z.minLength(2), z.maxLength(9), z.regex(/^a/), z.describe("of the check")),
      line: z.int().check(z.minimum(1), z.maximum(9)),
      seen: z.optional(z.iso.datetime()),
      kind: z._default(z.enum(["a", "b"]), "a"),
      files: z.array(z.string().check(z.minLength(1))).check(z.minLength(1), z.maxLength(3)),
      note: z.nullable(z.string()),
      counts: z.record(z.string().check(z.minLength(1)), z.number().check(z.multipleOf(2))),
    }),
  );
  expect(plainSchema(answer)).toEqual({
    type: "object",
    properties: {
      id: { type: "string", description: "of the check" },
      line: { type: "integer" },
      seen: { type: "string" },
      kind: { type: "string", enum: ["a", "b"] },
      files: { type: "array", items: { type: "string" } },
      note: { anyOf: [{ type: "string" }, { type: "null" }] },
      counts: { type: "object", additionalProperties: { type: "number" } },
    },
    required: ["id", "line", "files", "note", "counts"],
    additionalProperties: false,
  });
});

test("keeps keys that are called like a keyword", () => {
  const answer = z.object({
    format: z.string(),
    minimum: z.number(),
    oneOf: z.boolean(),
    properties: z.string(),
  });
  const { properties } = plainSchema(answer);
  expect(Object.keys(properties as object)).toEqual(["format", "minimum", "oneOf", "properties"]);
});

test("says forms that exclude each other as any of them", () => {
  const answer = z.object({
    verdict: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("code"), line: z.int().check(z.minimum(1)) }),
      z.object({ kind: z.literal("test") }),
    ]),
  });
  expect(plainSchema(answer).properties).toEqual({
    verdict: {
      anyOf: [
        {
          type: "object",
          properties: { kind: { type: "string", const: "code" }, line: { type: "integer" } },
          required: ["kind", "line"],
        },
        { type: "object", properties: { kind: { type: "string", const: "test" } }, required: ["kind"] },
      ],
    },
  });
});

test("says schemas that hold themselves by name", () => {
  const node: z.ZodMiniType = z.object({
    name: z.string().check(z.minLength(1)),
    get inner() {
      return z.optional(z.array(node).check(z.maxLength(4)));
    },
  });
  const text = JSON.stringify(plainSchema(z.object({ node })));
  expect(text).toContain('"$ref"');
  expect(text).not.toMatch(/minLength|maxItems/);
});
