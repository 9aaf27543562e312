import * as z from "zod/mini";
import { SLUG } from "../../plan/plan-words.ts";
import { text } from "./payload-parts.ts";

const pixels = () => z.int().check(z.minimum(200), z.maximum(4_000));
export const profileName = () => z.string().check(z.regex(SLUG), z.maxLength(60));

/** What a diagnostic look at a page takes. */
export const browserPayload = () => ({
  base_url: text(2_000).check(z.describe("http or https; routes are below it")),
  profile: z.optional(profileName()).check(z.describe("saved profile to begin with; a fresh one by default")),
  viewport: z.optional(z.strictObject({ width: pixels(), height: pixels() })),
  timeout_ms: z
    ._default(z.int().check(z.minimum(100), z.maximum(300_000)), 10_000)
    .check(z.describe("milliseconds for each step")),
});

const VIEWPORT = { width: 1280, height: 720 } as const;

interface Payload {
  readonly base_url: string;
  readonly profile?: string | undefined;
  readonly viewport?: { readonly width: number; readonly height: number } | undefined;
  readonly timeout_ms: number;
}

export function browserOptions({ base_url, profile, viewport, timeout_ms }: Payload, trace: boolean) {
  return {
    baseUrl: base_url,
    profile: profile ?? null,
    viewport: viewport ?? VIEWPORT,
    timeoutMs: timeout_ms,
    trace,
  };
}
