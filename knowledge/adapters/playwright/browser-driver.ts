import { AssayError } from "../../errors.ts";
import type { BrowserDriver } from "../../ports/browser-driver.ts";
import { browserPage, openContext } from "./browser-page.ts";
import { installBrowser } from "./install-browser.ts";
import { browserError, type LaunchOptions, withBrowser } from "./launch-browser.ts";
import { webAddress } from "./page-place.ts";
import { fileProfiles } from "./profiles.ts";

export interface PlaywrightOptions extends LaunchOptions {
  /** Folder of the saved profiles. */
  readonly profiles: () => Promise<string>;
}

/**
 * Chromium by Playwright: the one that the settings name, else the first that is found. Each page is one of a browser of
 * its own, which is closed when `use` ends and when this process does.
 */
export function playwrightDriver(options: PlaywrightOptions): BrowserDriver {
  const profiles = fileProfiles(options.profiles, options.platform);
  return {
    status: () =>
      withBrowser(options, async (launched) => {
        if (launched.kind !== "launched") return launched;
        const { path, browser, isSandboxed } = launched;
        return { kind: "ready", path, version: browser.version(), isSandboxed };
      }),
    install: () => installBrowser(options.env),
    profiles: () => profiles.list(),
    async open(page, use) {
      const { baseUrl, profile } = page;
      if (baseUrl !== null && webAddress(baseUrl) === null)
        throw new AssayError("base_url_invalid", { url: baseUrl });
      const saved = profile === null ? null : await profiles.read(profile);
      return withBrowser(options, async (launched, folder) => {
        if (launched.kind !== "launched") throw browserError(launched);
        const context = await openContext(launched.browser, page, saved);
        return use(await browserPage(context, page, profiles, folder));
      });
    },
  };
}
