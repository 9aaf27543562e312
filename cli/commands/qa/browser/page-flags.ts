import { integer, string } from "@oclif/core/flags";
import { AssayError } from "#knowledge";

/** How a page is opened, to look at. */
export const pageFlags = {
  profile: string({ helpValue: "NAME", description: "saved profile to begin with; a fresh one by default" }),
  viewport: string({
    helpValue: "WIDTHxHEIGHT",
    default: "1280x720",
    description: "size of the page in pixels",
  }),
  timeout: integer({
    min: 100,
    max: 300_000,
    default: 10_000,
    helpValue: "MS",
    description: "milliseconds that a step may take",
  }),
};

interface PageFlags {
  readonly profile?: string | undefined;
  readonly viewport: string;
  readonly timeout: number;
}

/** The same as a call has it. Errors: usage_invalid. */
export function pageOf({ profile, viewport, timeout }: PageFlags, command: string) {
  const [, width, height] = /^(\d{3,4})x(\d{3,4})$/.exec(viewport) ?? [];
  if (width === undefined || height === undefined)
    throw new AssayError("usage_invalid", {
      problem: `--viewport is a width and a height such as 1280x720, not ${viewport}`,
      command,
    });
  return {
    ...(profile === undefined ? {} : { profile }),
    viewport: { width: Number(width), height: Number(height) },
    timeout_ms: timeout,
  };
}
