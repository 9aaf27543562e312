import * as z from "zod/mini";
import type { BrowserStatus } from "../../ports/browser-driver.ts";
import type { Deps } from "../../ports/deps.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import { operation } from "../operation.ts";
import { refused, told } from "./answer-once.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { BrowserOut, viewBrowser } from "./views/browser.ts";

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      install: z
        ._default(z.boolean(), false)
        .check(z.describe("download one by Playwright's installer where none is there")),
    }),
  ),
);
export const QaBrowserSetup = z.lazy(() =>
  responseOf(
    z.object({
      browser: BrowserOut,
      is_installed: z.boolean().check(z.describe("true: by this call")),
    }),
  ),
);
export type QaBrowserSetup = z.output<typeof QaBrowserSetup>;

/**
 * Makes sure that a browser is there that starts. Downloads nothing unless it is told to. Errors: repository_missing; with
 * none it is refused (capability_missing) with the ways to get one.
 */
export const qaBrowserSetup = operation({
  id: "qa.browser.setup",
  title: "Make sure that a browser is there",
  input: Input,
  output: QaBrowserSetup,
  writes: true,
  async run({ browserDriver }: Pick<Deps, "browserDriver">, { payload }): Promise<QaBrowserSetup> {
    const before = await browserDriver.status();
    if (before.kind === "ready" || !payload.install) return answer(before, false);
    if (before.kind === "missing" && before.isConfigured) return answer(before, false);
    const end = await browserDriver.install();
    if (end.kind === "no") return refused(noBrowser(before, end.reason));
    return answer(await browserDriver.status(), true);

    async function answer(status: BrowserStatus, isInstalled: boolean): Promise<QaBrowserSetup> {
      if (status.kind !== "ready") return refused(noBrowser(status, null));
      const browser = viewBrowser(status, await browserDriver.profiles());
      return told({ browser, is_installed: isInstalled });
    }
  },
});

const WAYS =
  "Debian and Ubuntu: `sudo apt-get install --yes chromium`; macOS: `brew install --cask chromium`; Windows: `winget install Google.Chrome`; one that is elsewhere: qa.browser_path in .assay/config.yaml";

function noBrowser(status: Exclude<BrowserStatus, { kind: "ready" }>, failed: string | null): QaRefusal {
  const refusal = (why: string, recover: string): QaRefusal => ({
    kind: "refused",
    code: "capability_missing",
    why,
    recover,
  });
  if (status.kind === "missing" && status.isConfigured)
    return refusal(
      `qa.browser_path in .assay/config.yaml names ${status.looked.join(", ")}, and there is no program that may be run; correct it, or take it out so that one is looked for`,
      "assay config",
    );
  if (failed !== null)
    return refusal(
      `Playwright's installer got none (${failed}); get one yourself. ${WAYS}`,
      "assay qa browser setup --install",
    );
  if (status.kind === "broken")
    return refusal(
      `${status.path} does not start: ${status.reason}. Get another one. ${WAYS}`,
      "assay qa browser setup --install",
    );
  return refusal(
    `no browser was found (${status.looked.join(", ")}). ${WAYS}`,
    "assay qa browser setup --install",
  );
}
