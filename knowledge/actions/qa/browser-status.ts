import * as z from "zod/mini";
import type { Deps } from "../../ports/deps.ts";
import { operation } from "../operation.ts";
import { told } from "./answer-once.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { BrowserOut, viewBrowser } from "./views/browser.ts";

const Input = z.lazy(() => requestOf(z.strictObject({})));
export const QaBrowserStatus = z.lazy(() => responseOf(BrowserOut));
export type QaBrowserStatus = z.output<typeof QaBrowserStatus>;

/** Which browser would carry out cases here, whether it starts, and its saved profiles. Errors: repository_missing. */
export const qaBrowserStatus = operation({
  id: "qa.browser.status",
  title: "Say which browser carries out cases here",
  input: Input,
  output: QaBrowserStatus,
  writes: false,
  async run({ browserDriver }: Pick<Deps, "browserDriver">): Promise<QaBrowserStatus> {
    return told(viewBrowser(await browserDriver.status(), await browserDriver.profiles()));
  },
});
