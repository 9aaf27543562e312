import * as z from "zod/mini";
import { redactWords } from "../../execute/redact/redact-words.ts";
import type { Deps } from "../../ports/deps.ts";
import { secretsMask } from "../../store/secrets-mask.ts";
import { shellWord } from "../../text/shell-word.ts";
import { operation } from "../operation.ts";
import { refused, told } from "./answer-once.ts";
import { browserOptions, browserPayload } from "./browser-payload.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { text } from "./payload-parts.ts";
import { PlaceOut, StepOut, viewPlace, viewStep } from "./views/browser.ts";

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      ...browserPayload(),
      route: z._default(text(2_000), "/").check(z.describe("below the base URL")),
      out: text(4_000).check(z.describe("file that the PNG is written to")),
    }),
  ),
);
export const QaBrowserScreenshot = z.lazy(() =>
  responseOf(z.object({ file: z.string(), bytes: z.int(), navigation: StepOut, page: PlaceOut })),
);
export type QaBrowserScreenshot = z.output<typeof QaBrowserScreenshot>;

/**
 * Writes a picture of a page to a file, to look at: it proves nothing, belongs to no run and makes no verdict. Errors:
 * browser_unavailable, browser_profile_missing, base_url_invalid, output_file_refused, secrets_unreadable.
 */
export const qaBrowserScreenshot = operation({
  id: "qa.browser.screenshot",
  title: "Take a picture of a page, to look at",
  input: Input,
  output: QaBrowserScreenshot,
  writes: true,
  async run(
    { browserDriver, outputs, secrets }: Pick<Deps, "browserDriver" | "outputs" | "secrets">,
    { payload, options },
  ): Promise<QaBrowserScreenshot> {
    const { route, out, base_url } = payload;
    const mask = await secretsMask(secrets);
    const masked = (words: string) => redactWords(words, mask);
    return browserDriver.open(browserOptions(payload, false), async (page) => {
      const navigation = viewStep("navigate", await page.step({ action: "navigate", route }), masked);
      if (navigation.outcome !== "done") {
        const words = ["--base-url", base_url, "--route", route, "--out", out].map(masked).map(shellWord);
        return refused({
          kind: "refused",
          code: "precondition_failed",
          why: `the page was not opened: ${navigation.error}; see that what serves it is running`,
          recover: `assay qa browser screenshot ${words.join(" ")}`,
        });
      }
      const picture = await page.screenshot();
      const file = options?.dry_run === true ? out : await outputs.write(out, picture);
      return told({ file, bytes: picture.length, navigation, page: await viewPlace(page, masked) });
    });
  },
});
