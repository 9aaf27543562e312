import { expect, test } from "vitest";
import { nearestWord } from "../../../knowledge/text/nearest-word.ts";

const KEYS = ["method_id", "method_config", "title", "target_env", "key"];

test.each([
  ["titel", "title"],
  ["method", "method_id"],
  ["methodConfig", "method_config"],
  ["target-env", "target_env"],
  ["taget_env", "target_env"],
  ["kye", "key"],
  ["colour", null],
  ["", null],
  ["--", null],
  ["x".repeat(10_000), null],
])("of %.20j it is %j", (typed, word) => {
  expect(nearestWord(typed, KEYS)).toBe(word);
});
