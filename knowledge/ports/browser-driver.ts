/**
 * A real browser that carries out the steps of a case. Pages are untrusted: nothing of them is run outside the browser,
 * and what they say comes back as data.
 *
 * Errors of every call: browser_unavailable (none found, or one that does not start; says how to get one).
 */
export interface BrowserDriver {
  /** Which browser would be used, and whether it starts. */
  status(): Promise<BrowserStatus>;
  /** Gets one by the driver's own installer, which downloads it; `no` with the reason where that fails. */
  install(): Promise<{ readonly kind: "installed" } | { readonly kind: "no"; readonly reason: string }>;
  /** Names of the profiles that were saved on this operating system, in order, and of those that others alone saved. */
  profiles(): Promise<BrowserProfiles>;
  /**
   * Opens a page of its own (profile null: a fresh one) for as long as `use` takes, and always closes it. Errors too:
   * browser_profile_missing, base_url_invalid.
   */
  open<Result>(options: BrowserOptions, use: (page: BrowserPage) => Promise<Result>): Promise<Result>;
}

export type BrowserStatus =
  | {
      readonly kind: "ready";
      readonly path: string;
      readonly version: string;
      /** False where the browser runs without its own sandbox, as it has to for root. */
      readonly isSandboxed: boolean;
    }
  | {
      readonly kind: "missing";
      readonly looked: readonly string[];
      /** True where the settings name the one that cannot be run; no other was looked for. */
      readonly isConfigured: boolean;
    }
  | { readonly kind: "broken"; readonly path: string; readonly reason: string };

export interface BrowserProfiles {
  /** As Node names it: linux, darwin, win32. */
  readonly platform: string;
  readonly here: readonly string[];
  readonly elsewhere: readonly string[];
}

export interface BrowserOptions {
  /** http or https; routes are below its path. Null: nothing can be navigated to. */
  readonly baseUrl: string | null;
  /** Saved profile of this operating system to begin with, or null. */
  readonly profile: string | null;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Milliseconds for each step. */
  readonly timeoutMs: number;
  /** Whether a trace is kept. */
  readonly trace: boolean;
}

/** One page. Each call carries out one step and says what it saw; a page that says no is an answer, not an error. */
export interface BrowserPage {
  step(step: BrowserStep): Promise<StepSeen>;
  /** PNG of what is seen. */
  screenshot(): Promise<Uint8Array>;
  /** Where the page is and whether it holds a session, as far as its cookies tell. */
  place(): Promise<{ readonly url: string; readonly title: string; readonly hasSession: boolean }>;
  /** Trace as a zip, where one was asked for; ends it. */
  trace(): Promise<Uint8Array | null>;
  /** Errors that the page printed to its console, masked by nobody yet; at most 100. */
  consoleErrors(): readonly string[];
  /** Saves cookies and storage as a profile of this operating system, for this person alone; over an older one. */
  saveProfile(name: string): Promise<void>;
}

/**
 * A step of a browser case, as `method_config.steps` has it (spec: browser steps). A `target` is `role[name]` as records
 * name elements, such as `button[Place order]` (the whole accessible name, exactly), or a selector of Playwright
 * (`css=…`, `text=…`, `role=…`, `xpath=…`, plain CSS). Brackets with an operator, such as `input[name=q]`, are CSS.
 * A field of `fill_form` is named by a target, or by its label or `name`. All but `wait_for`, `hidden` and the counts
 * need exactly one element.
 */
export type BrowserStep =
  | { readonly action: "navigate"; readonly route: string }
  | { readonly action: "click" | "hover"; readonly target: string }
  | { readonly action: "type"; readonly target: string; readonly text: string }
  | { readonly action: "fill_form"; readonly fields: Readonly<Record<string, string>> }
  | { readonly action: "select"; readonly target: string; readonly value: string }
  | { readonly action: "scroll"; readonly target?: string; readonly by?: number }
  | { readonly action: "wait_for"; readonly target: string; readonly state?: "visible" | "hidden" }
  | { readonly action: "delay"; readonly ms: number }
  | { readonly action: "screenshot"; readonly capture: string }
  | {
      readonly action: "assert";
      readonly target: string;
      readonly check: "visible" | "hidden" | "text_contains" | "text_equals" | "count_gte" | "count_eq";
      readonly text?: string;
      readonly min_count?: number;
      readonly expected?: number | string;
    };

export interface StepSeen {
  /** `failed`: the page said no; `errored`: it could not be carried out. */
  readonly outcome: "done" | "passed" | "failed" | "errored";
  /** Elements that the target matched, where it has one. */
  readonly matched: number | null;
  /** `role[name]` of the one element, where there is exactly one. */
  readonly element: string | null;
  readonly urlBefore: string;
  readonly urlAfter: string;
  /** What was seen where it was asked for: a text, a count. At most 2,000 characters. */
  readonly actual: string | null;
  readonly error: string | null;
  readonly durationMs: number;
}
