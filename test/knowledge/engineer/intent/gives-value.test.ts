import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ChangedValue, givesValue } from "../../../../knowledge/engineer/intent/gives-value.ts";
import { saidNumbers } from "../../../../knowledge/engineer/intent/said-numbers.ts";

const gives = (
  sentences: string | readonly string[],
  is: string | null,
  was: string | null,
  change: Partial<ChangedValue> = {},
) =>
  givesValue(typeof sentences === "string" ? [sentences] : sentences, {
    kind: "expectation-changed",
    test: "Cart > shipping is free",
    text: `expect(total(lines)).toBe(${is})`,
    was,
    is,
    ...change,
  }).kind;

describe("a sentence gives a value", () => {
  test.each([
    ["The total is 14.99 with shipping.", "14.99", "12.99"],
    ["Der Betrag ist 14,99 € brutto.", "14.99", "12.99"],
    ["The total is $1,234.50.", "1234.5", "12.99"],
    ["The total is 1.234,50 EUR.", "1234.5", "12.99"],
    ["The total was 12.99, but is 14.99.", "14.99", "12.99"],
    ["The total is no longer 12.99 but 14.99.", "14.99", "12.99"],
    ["The total is 14.99, not 12.99.", "14.99", "12.99"],
    ["The total is 14.99 instead of 12.99.", "14.99", "12.99"],
    ["The total changes from 12.99 to 14.99.", "14.99", "12.99"],
    ['The button says "Buy now".', '"Buy now"', '"Buy"'],
    ["The button says `Buy now`.", "'Buy now'", "'Buy'"],
    ["One mug comes to 14.99 with shipping.", '"Total 14.99"', '"Total 12.99"'],
    ["One mug comes to 14,99 € with shipping.", '"Total: $14.99"', '"Total: $12.99"'],
    ["The lines are 12 and 13.", "[12, 13]", "[12, 14]"],
    ["The lines are 12 and 13.", "[12, 13]", "[12, 13, 14]"],
    [
      "The state of a paid order is `shipped`.",
      '{ state: "shipped", open: false }',
      '{ state: "paid", open: false }',
    ],
    ["Shipping is free for members, so it is true for them.", "true", "false"],
    ["The cart shows two lines with free shipping.", "2", "1"],
    ["The price is -5.50 after a return.", "-5.5", "5.5"],
    ["It returns \u201cBuy now\u201d as its label.", '"Buy now"', '"Buy"'],
  ])("%j gives %s for %s", (sentence, is, was) => {
    expect(gives(sentence, is, was)).toBe("given");
  });
});

describe("a sentence does not give a value", () => {
  test.each([
    ["another number", "The total is 15.99.", "14.99", "12.99"],
    ["a number with more digits", "The total is 114.99.", "14.99", "12.99"],
    ["the beginning of a number", "The total is 14.99.", "14", "12"],
    ["a number in a date", "It is so since 2026-01-14.", "14", "12"],
    ["a number in a time", "It is so since 14:30.", "14", "12"],
    ["a number in a version", "It is so since 14.2.1.", "14", "12"],
    ["a number of an issue", "It is as in #14.", "14", "12"],
    ["a denied one", "The total is not 14.99.", "14.99", "12.99"],
    ["one of several denied ones", "The total is not 12.99, 13.99 or 14.99.", "14.99", "12.99"],
    ["a former one", "The total was 14.99 before.", "14.99", "12.99"],
    ["the one that is left", "The total changes from 14.99 to 12.99.", "14.99", "12.99"],
    ["what it takes the place of", "It shows 12.99 instead of 14.99.", "14.99", "12.99"],
    ["one that is denied after it", "The total of 14.99 is no longer right.", "14.99", "12.99"],
    ["one that was", "14.99 was the total.", "14.99", "12.99"],
    ["a question", "Is the total 14.99?", "14.99", "12.99"],
    ["a struck one", "The total is ~~14.99~~ 12.99.", "14.99", "12.99"],
    ["a word of which the text is a part", "The button says Buyer.", '"Buy"', '"Sell"'],
    ["another case of letters", "The button says buy now.", '"Buy now"', '"Buy"'],
    ["a truth about something else", "It is true that products have names.", "true", "false"],
    ["a digit about something else", "Products have 2 names.", "2", "1"],
    ["a small number about something else", "Orders expire after 30 days.", "30", "25"],
    ["an empty text", "Shipping is free and the cart is empty.", '""', '"x"'],
    ["what is computed", "The total is the sum of all lines.", "sum(lines)", "14.99"],
    ["a pattern", "The total is 14.99.", "/14\\.99/", '"14.99"'],
    ["a text with a hole", "The total is 14.99.", "`$" + "{total}`", '"14.99"'],
    ["a text that only got shorter", "The total is 14.99.", '"Total"', '"Total 14.99"'],
    ["a list that got shorter than is said", "The lines are 12 and 13.", "[12, 14]", "[12, 13, 14]"],
    ["a list of which only a part is said", "The lines are 12 at first.", "[12, 13]", "[11, 14]"],
    ["a key that nobody named", "The total is 14.99.", "{ sum: 14.99 }", "{ total: 12.99 }"],
  ])("%s: %j, %s for %s", (_, sentence, is, was) => {
    expect(gives(sentence, is, was)).toBe("missing");
  });

  test("no sentence at all gives nothing", () => {
    fc.assert(fc.property(fc.string(), fc.string(), (is, was) => gives([], is, was) === "missing"));
  });

  test("no value of a test gives no answer but these two, and none takes long", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 400 }),
        fc.string({ maxLength: 400 }),
        fc.string({ maxLength: 400 }),
        (said, is, was) => ["given", "missing"].includes(gives(said, is, was)),
      ),
    );
    const long = "'\\".repeat(3_900);
    const from = performance.now();
    gives("The total is 14.99.", long, "1");
    expect(performance.now() - from).toBeLessThan(2_000);
    expect(gives("x", `"${"a".repeat(9_000)}"`, "1")).toBe("missing");
  });
});

test("a rewritten snapshot is given by the sentences that say what is new in it", () => {
  const was = '<p class="sum">\n  Total 12.99\n</p>';
  const is = '<p class="sum">\n  Total 14.99\n</p>';
  const kind = "snapshot-rewritten";
  expect(gives("The sum is 14.99 with shipping.", is, was, { kind })).toBe("given");
  expect(gives("The sum is 15.99 with shipping.", is, was, { kind })).toBe("missing");
  expect(gives("The sum is 14.99 with shipping.", is.replace("Total", "Sum"), was, { kind })).toBe("missing");
});

test("a number is read from how people write it", () => {
  const numbers = (text: string) => saidNumbers(text).map(({ number }) => number);
  expect(numbers("1,234")).toEqual(["1.234", "1234"]);
  expect(numbers("5 % of 20km in 3 days")).toEqual(["5", "20", "3"]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999 }), (cents) => {
      const text = (cents / 100).toFixed(2);
      expect(numbers(`It costs ${text}.`)).toContain(String(Number(text)));
      expect(numbers(`It costs ${text.replace(".", ",")} €.`)).toContain(String(Number(text)));
    }),
  );
});
