import { string } from "@oclif/core/flags";
import { AssayError, dispatch, qaBrowserScreenshot } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatScreenshot } from "../../../format/qa/browser.ts";
import { QaCommand } from "../../../qa-command.ts";
import { pageFlags, pageOf } from "./page-flags.ts";

const COMMAND = "assay qa browser screenshot";

export default class QaBrowserScreenshot extends QaCommand {
  static override summary = "Write a picture of a page to a file, to look at.";
  static override description =
    "Function qa.browser.screenshot. Opens --url, or --route below --base-url, and writes a PNG of what is seen. It is for looking: it belongs to no run, proves nothing and makes no verdict; evidence of a case comes from `assay qa case run`. The page has language en-US, zone UTC, light colours and no motion, so that two pictures of one operating system can be compared. Exit 1 where the page is not opened.";
  static override examples = [
    {
      description: "A page of a server here",
      command: "<%= config.bin %> qa browser screenshot --url http://localhost:3000/cart --out cart.png",
    },
    {
      description: "As somebody who is signed in",
      command:
        "<%= config.bin %> qa browser screenshot --base-url http://localhost:3000 --route /account --profile shopper --out account.png",
    },
  ];
  static override flags = {
    url: string({ helpValue: "URL", description: "the page", exclusive: ["base-url", "route"] }),
    "base-url": string({ helpValue: "URL", description: "what routes are below" }),
    route: string({ helpValue: "ROUTE", description: "the page below --base-url; / by default" }),
    out: string({
      helpValue: "FILE",
      required: true,
      description: "the PNG to write; replaced where it is there",
    }),
    ...pageFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaBrowserScreenshot);
    const response = await dispatch(qaBrowserScreenshot, compose(), {
      payload: { ...placeOf(flags), out: flags.out, ...pageOf(flags, COMMAND) },
    });
    this.respond(flags.json, "qa.browser.screenshot", response, formatScreenshot);
  }
}

/** A whole address is a route below its own origin. */
function placeOf(flags: {
  readonly url?: string | undefined;
  readonly "base-url"?: string | undefined;
  readonly route?: string | undefined;
}): { readonly base_url: string; readonly route: string } {
  const { url, "base-url": base, route = "/" } = flags;
  if (base !== undefined) return { base_url: base, route };
  if (url === undefined)
    throw new AssayError("usage_invalid", {
      problem: "give --url, or --base-url with --route",
      command: COMMAND,
    });
  const place = URL.parse(url);
  if (place === null || !/^https?:$/.test(place.protocol)) throw new AssayError("base_url_invalid", { url });
  return { base_url: place.origin, route: place.href };
}
