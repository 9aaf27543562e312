import { AssayError } from "#knowledge";
import { compose, composeScreen } from "./compose.ts";
import { explainFailure } from "./failure.ts";
import { printFailure } from "./print.ts";
import { quietSqliteWarning } from "./quiet-sqlite.ts";
import { whyNoScreen } from "./screen-terminal.ts";

/** Opens the screen until a person leaves it; the outcome is in `process.exitCode`. Errors: screen_unavailable, and whatever ended the screen. */
export async function openScreenHere(animations: boolean): Promise<void> {
  const why = whyNoScreen(process);
  if (why !== null) throw new AssayError("screen_unavailable", { reason: why });
  const deps = compose();
  const [{ openScreen }, place] = await Promise.all([import("./tui/start.tsx"), composeScreen(deps)]);
  process.exitCode = await openScreen({ deps, ...place, animations });
}

/** `assay` alone in a terminal: the same without a command line to read, and so sooner. Never throws. */
export async function openBareScreen(): Promise<void> {
  quietSqliteWarning(process);
  try {
    await openScreenHere(true);
  } catch (error) {
    process.exitCode = printFailure(explainFailure(error, [], []), []);
  }
}
