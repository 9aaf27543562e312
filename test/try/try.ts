import { carryOut } from "./carry-out.ts";
import { newShop } from "./new-shop.ts";
import { openScreen } from "./open-screen.ts";
import { say, sayChapter } from "./say.ts";
import { STORY, timeOf } from "./story.ts";

/**
 * `npm run try`: a small shop in a temporary git repository, whose tests run for real over a dozen commits with the
 * built `assay` beside them. Each step says what should be true and is checked; the first that is not ends it with 1.
 * The folder stays, to look around in.
 */
const began = performance.now();
const shop = newShop(timeOf(-1, 0));
say(`A small shop with its own tests, in ${shop.folder}
What Vitest and Playwright print is left out here; --at sets the day of the story.`);
if (shop.chromium === null) say("No chromium is found here, so its Playwright tests are left out.");

const failure = tellStory();
if (failure === null) {
  say(`
All of it was as it should be, in ${((performance.now() - began) / 1000).toFixed(0)} s. Next, with the shop:
  cd ${shop.folder}
  npx assay                                the screen: what waits, runs, knowledge
  npx assay run -- npx vitest run          break something first
With your own project:
  npx assay init                           wires it, after showing every change
  npx assay explain build.log              a log or report that your CI wrote; - reads standard input
  npx assay doctor                         what is wrong with the setup, if anything`);
  openScreen(shop);
} else {
  say(`\nnot as it should be: ${failure}\nthe shop is left as it is: ${shop.folder}`);
  process.exitCode = 1;
}

/** What was not as it should be, or null. */
function tellStory(): string | null {
  try {
    for (const [index, { title, acts }] of STORY.entries()) {
      sayChapter(index + 1, title);
      for (const [step, act] of acts.entries()) carryOut(act, shop, timeOf(index, step));
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
