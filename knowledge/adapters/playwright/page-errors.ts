import type { Page } from "playwright-core";
import { cutLine, plainLine } from "../../text/plain-line.ts";

const MOST = 100;
const LONGEST = 1_000;

/** Errors that the page prints or throws, the first 100 of them, each on one line. */
export function watchErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  const keep = (text: string) => {
    if (errors.length < MOST) errors.push(cutLine(plainLine(text.slice(0, LONGEST * 2)), LONGEST));
  };
  page.on("console", (message) => {
    if (message.type() === "error") keep(message.text());
  });
  page.on("pageerror", (error) => keep(String(error)));
  return errors;
}
