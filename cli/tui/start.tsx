import { setImmediate } from "node:timers/promises";
import { type Instance, render } from "ink";
import type { Browser, Deps, Message, Watch } from "#knowledge";
import { wantsColour } from "../terminal/style.ts";
import { App } from "./app.tsx";
import { copySequence } from "./clipboard.ts";
import { guardProcess } from "./guard-process.ts";
import { lateOperations } from "./late-operations.ts";
import { sizeOf } from "./layout.ts";
import { startLoading } from "./load.ts";
import type { Reach } from "./reach.ts";
import { restoreView, saveView, viewFile } from "./saved-view.ts";
import { screenEditor } from "./screen-editor.ts";
import { showProgress } from "./show-progress.ts";
import { Spoken } from "./spoken.tsx";
import { currentDetail, initialState, type Surroundings } from "./state.ts";
import { createStore } from "./store.ts";
import { tellError } from "./tell-error.ts";
import type { TerminalHandle } from "./terminal-handle.ts";
import { colourPaint, plainPaint } from "./theme.ts";

/** What a terminal session is made of; the composition gives it. */
export interface Session {
  readonly deps: Deps;
  readonly watch: Watch;
  readonly browser: Browser;
  /** Folder that evidence is kept in here, absolute; null outside of a repository. */
  readonly evidence: string | null;
  /** Names the repository for the saved view. */
  readonly top: string;
  surroundings(): Promise<Surroundings>;
  readonly animations: boolean;
}

const FRAMES_A_SECOND = 60;
/** To the first cell, and nothing left from there on; what has scrolled away stays. */
const HOME_AND_ERASE = "\u001b[H\u001b[J";

/**
 * Opens the screen and returns its exit code once a person has left it. The terminal is as before by then, however
 * it ended; an error that ended it is thrown.
 */
export async function openScreen({
  deps,
  watch,
  browser,
  evidence,
  top,
  surroundings,
  animations,
}: Session): Promise<number> {
  const { stdin, stdout, env } = process;
  const file = viewFile(top, env);
  const now = () => deps.clock.now();
  const store = createStore(restoreView(file, initialState(sizeOf(stdout), now())));
  const terminal: TerminalHandle = { suspend: (during) => during(), exit: () => {} };
  const editor = screenEditor(
    store,
    () => deps.editor,
    (during) => guard.suspended(() => terminal.suspend(() => lend(process, during))),
    async (name, text) => {
      const path = await deps.drafts.keep(name, text);
      store.dispatch({ type: "noticed", notice: `not saved; your text is kept in ${path}` });
    },
  );
  const operations = lateOperations(
    Object.create(deps, {
      editor: { value: editor },
      messages: { value: { tell: (message: Message) => showProgress(store, message) } },
    }),
  );
  const reach: Reach = {
    operations,
    now,
    copy(text) {
      const copied = copySequence(text, env);
      if (copied === null) return "too long for a terminal's clipboard: select it here";
      stdout.write(copied.sequence);
      return copied.how;
    },
    evidence,
    browse: (address) => browser.open(address),
    answerSave: editor.answer,
    goOnEditing: editor.goOn,
  };
  const look = () =>
    surroundings().then(
      (found) => store.dispatch({ type: "surroundings", surroundings: found }),
      (error: unknown) => store.dispatch({ type: "told", banner: tellError(error) }),
    );

  const spoken = isSpoken(env);
  let instance: Instance | null = null;
  const guard = guardProcess({
    end: (code) => store.dispatch({ type: "quit", code }),
    fail: (error) => terminal.exit(error),
  });
  const resized = () => {
    // Ink wipes by counting rows up from the cursor, which a window of another size has moved.
    instance?.clear();
    if (!spoken) stdout.write(HOME_AND_ERASE);
    store.dispatch({ type: "resized", size: sizeOf(stdout) });
  };
  stdout.on("resize", resized);
  const stops: (() => void)[] = [() => stdout.off("resize", resized)];
  /** What takes time comes after the first frame. */
  const begin = async () => {
    await setImmediate();
    const watching = watch.open(() => {
      store.dispatch({ type: "changed", now: now() });
      void look();
    });
    stops.push(
      () => watching.close(),
      startLoading(store, operations),
      store.listen(() => watching.look(folderOf(currentDetail(store.get())?.detail.path ?? null))),
    );
    await look();
  };
  try {
    // What is typed before the first frame is a key already, and nothing that the terminal shows.
    stdin.setRawMode(true);
    stdout.write("\r");
    const paint = wantsColour(env, stdout) ? colourPaint : plainPaint;
    instance = render(
      spoken ? (
        <Spoken store={store} reach={reach} terminal={terminal} />
      ) : (
        <App store={store} reach={reach} paint={paint} terminal={terminal} ticks={animations} />
      ),
      {
        stdin,
        stdout,
        interactive: true,
        alternateScreen: !spoken,
        isScreenReaderEnabled: spoken,
        incrementalRendering: true,
        maxFps: FRAMES_A_SECOND,
        exitOnCtrlC: false,
      },
    );
    void begin();
    await instance.waitUntilExit();
    return store.get().leaving ?? 0;
  } finally {
    for (const stop of stops) stop();
    guard.release();
    stdin.setRawMode(false);
    saveView(file, store.get());
  }
}

/**
 * Lends the terminal to another program: input that is meant for it is not read here, and its cursor is at the
 * beginning of a row afterwards, where the frame begins.
 */
async function lend({ stdin, stdout }: NodeJS.Process, during: () => Promise<void>): Promise<void> {
  // Node stops reading only at the change from flowing to paused, and knows a tick later that Ink listens no more.
  await setImmediate();
  stdin.resume();
  stdin.pause();
  await setImmediate();
  try {
    await during();
  } finally {
    stdout.write("\r");
  }
}

function folderOf(path: string | null): string | null {
  return path === null ? null : path.slice(0, path.lastIndexOf("/"));
}

/** Whether lines are wanted that a screen reader can follow. */
function isSpoken(env: NodeJS.ProcessEnv): boolean {
  return (Boolean(env.ACCESSIBLE) && env.ACCESSIBLE !== "0") || env.INK_SCREEN_READER === "true";
}
