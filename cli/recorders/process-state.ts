import type { Naming } from "./dom/testing-library.ts";
import type { TestSteps } from "./test-steps.ts";

/** How the last query found an element. */
export interface Found {
  readonly locator: string;
  readonly matched: number;
}

/** What a recorder has to know once in a process, however often its modules are loaded. */
interface ProcessState {
  /** Watched calls that are running, so that those which they make themselves are told apart. */
  depth: number;
  /** Whether the copies of Testing Library were looked for. */
  lookedForLibraries: boolean;
  naming: Naming | undefined;
  /** The steps of the test that is running; undefined between tests and while several run side by side. */
  runningSteps: TestSteps | undefined;
  readonly found: WeakMap<object, Found>;
  /** Functions, documents and objects that are watched already. */
  readonly watched: WeakSet<object>;
  /** Whether some trouble was told. */
  told: boolean;
}

/**
 * The one slot of all copies: each module of the recorder that a team imports is a file of its own, and a worker that
 * runs several test files loads them anew for each, while what they wrapped stays wrapped.
 */
const KEY = Symbol.for("assay.recorder");
const shared = globalThis as { [KEY]?: ProcessState };

export function processState(): ProcessState {
  shared[KEY] ??= {
    depth: 0,
    lookedForLibraries: false,
    naming: undefined,
    runningSteps: undefined,
    found: new WeakMap(),
    watched: new WeakSet(),
    told: false,
  };
  return shared[KEY];
}

/** True at the first time that it is asked of this one in the process: then it is to be watched. */
export function watchOnce(owner: object): boolean {
  const { watched } = processState();
  if (watched.has(owner)) return false;
  watched.add(owner);
  return true;
}
