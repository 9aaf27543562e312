import * as z from "zod/mini";
import type { BrowserPage, BrowserProfiles, BrowserStatus, StepSeen } from "../../../ports/browser-driver.ts";

/** Which browser is there, and what it was saved with. */
export const BrowserOut = z.lazy(() =>
  z.object({
    kind: z.enum(["ready", "missing", "broken"]),
    path: z.nullable(z.string()),
    version: z.nullable(z.string()),
    is_sandboxed: z
      .nullable(z.boolean())
      .check(z.describe("false: started by root, without its own sandbox")),
    looked: z.array(z.string()).check(z.describe("where one was looked for in vain")),
    reason: z.nullable(z.string()).check(z.describe("why it does not start")),
    platform: z.string(),
    profiles: z.array(z.string()).check(z.describe("saved on this operating system")),
    profiles_elsewhere: z
      .array(z.string())
      .check(z.describe("saved on another one alone; what they measure is no baseline here")),
  }),
);
export type BrowserOut = z.output<typeof BrowserOut>;

export function viewBrowser(status: BrowserStatus, profiles: BrowserProfiles): BrowserOut {
  return {
    kind: status.kind,
    path: status.kind === "missing" ? null : status.path,
    version: status.kind === "ready" ? status.version : null,
    is_sandboxed: status.kind === "ready" ? status.isSandboxed : null,
    looked: status.kind === "missing" ? [...status.looked] : [],
    reason: status.kind === "broken" ? status.reason : null,
    platform: profiles.platform,
    profiles: [...profiles.here],
    profiles_elsewhere: [...profiles.elsewhere],
  };
}

/** One step, as it was seen; masked. */
export const StepOut = z.lazy(() =>
  z.object({
    action: z.string(),
    outcome: z.enum(["done", "passed", "failed", "errored"]),
    matched: z.nullable(z.int()).check(z.describe("elements that the target matched")),
    element: z.nullable(z.string()).check(z.describe("role[name] of the one element")),
    url_before: z.string(),
    url_after: z.string(),
    actual: z.nullable(z.string()),
    error: z.nullable(z.string()),
    duration_ms: z.int(),
  }),
);
export type StepOut = z.output<typeof StepOut>;

/** `masked` takes each text of the page. */
export function viewStep(action: string, seen: StepSeen, masked: (text: string) => string): StepOut {
  const or = (text: string | null) => (text === null ? null : masked(text));
  return {
    action,
    outcome: seen.outcome,
    matched: seen.matched,
    element: or(seen.element),
    url_before: masked(seen.urlBefore),
    url_after: masked(seen.urlAfter),
    actual: or(seen.actual),
    error: or(seen.error),
    duration_ms: seen.durationMs,
  };
}

/** Where a page is; masked. */
export const PlaceOut = z.lazy(() =>
  z.object({
    url: z.string(),
    title: z.string(),
    has_session: z.boolean().check(z.describe("as far as its cookies tell")),
    console_errors: z.array(z.string()).check(z.describe("the first 100")),
  }),
);

export async function viewPlace(
  page: Pick<BrowserPage, "place" | "consoleErrors">,
  masked: (text: string) => string,
): Promise<z.output<typeof PlaceOut>> {
  const { url, title, hasSession } = await page.place();
  return {
    url: masked(url),
    title: masked(title),
    has_session: hasSession,
    console_errors: page.consoleErrors().map(masked),
  };
}
