import * as z from "zod/mini";
import { SLUG } from "./plan-words.ts";

/** Longest target, route or text of a step, in characters. */
const LONGEST = 2_000;

const text = (meaning: string) =>
  z.string().check(z.minLength(1), z.maxLength(LONGEST), z.regex(/\S/), z.describe(meaning));
const target = () => text("an element, as role[name] such as `button[Place order]`, or a selector");
/** Of what is typed or compared, blanks count; nothing is a text too. */
const exactText = (meaning: string) => z.string().check(z.maxLength(LONGEST), z.describe(meaning));
const check = <Name extends string>(name: Name) => z.literal(name).check(z.describe("what has to hold"));
const action = <Name extends string>(name: Name) => z.literal(name).check(z.describe("what is done"));
const number = (from: number, to: number, meaning: string) =>
  z.int().check(z.minimum(from), z.maximum(to), z.describe(meaning));

const assertion = <Name extends string>(name: Name) => ({
  action: action("assert"),
  target: target(),
  check: check(name),
});

/** A step of a browser case; as the browser port carries them out. */
export const browserStep = () =>
  z.discriminatedUnion("action", [
    z.strictObject({
      action: action("navigate"),
      route: z
        .string()
        .check(
          z.maxLength(LONGEST),
          z.regex(/^(?:\/(?!\/)|https?:\/\/[^\s/@]+(?:\/|$))\S*$/i),
          z.describe("a path of the base URL, as in /checkout; or a whole http or https URL"),
        ),
    }),
    z.strictObject({ action: action("click"), target: target() }),
    z.strictObject({ action: action("hover"), target: target() }),
    z.strictObject({ action: action("type"), target: target(), text: exactText("what is typed") }),
    z.strictObject({
      action: action("fill_form"),
      fields: z
        .record(text("a field, by its label, its name or as a target"), exactText("what it is filled with"))
        .check(z.describe("what to fill with what, in order")),
    }),
    z.strictObject({
      action: action("select"),
      target: target(),
      value: text("value or label of the option that is chosen"),
    }),
    z.strictObject({
      action: action("scroll"),
      target: z.optional(target()),
      by: z.optional(number(-100_000, 100_000, "pixels; negative is up")),
    }),
    z.strictObject({
      action: action("wait_for"),
      target: target(),
      state: z.optional(z.enum(["visible", "hidden"])).check(z.describe("visible, where nothing is said")),
    }),
    z.strictObject({ action: action("delay"), ms: number(0, 60_000, "milliseconds, 0 to 60000") }),
    z.strictObject({
      action: action("screenshot"),
      capture: z
        .string()
        .check(z.regex(SLUG), z.maxLength(100), z.describe("name of the picture, once in its case")),
    }),
    z.discriminatedUnion("check", [
      z.strictObject(assertion("visible")),
      z.strictObject(assertion("hidden")),
      z.strictObject({ ...assertion("text_contains"), text: text("what the element's text has to hold") }),
      z.strictObject({ ...assertion("text_equals"), text: exactText("what the element's text has to be") }),
      z.strictObject({
        ...assertion("count_gte"),
        min_count: number(1, 100_000, "elements that there have to be at least"),
      }),
      z.strictObject({
        ...assertion("count_eq"),
        expected: number(0, 100_000, "elements that there have to be"),
      }),
    ]),
  ]);
