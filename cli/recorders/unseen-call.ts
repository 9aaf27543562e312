import { compileFunction } from "node:vm";
import { neverFail } from "./never-fail.ts";
import { processState } from "./process-state.ts";

/** Told of a call before it happens; what it returns is told of the outcome, once. Neither may throw. */
export type Watcher = (self: unknown, args: readonly unknown[]) => Settled | undefined;
/** The promise that it may return, which never rejects, holds up that of a call that succeeded. */
export type Settled = (error: { readonly thrown: unknown } | undefined, value?: unknown) => unknown;

/**
 * A function that does what `original` does and tells `watch` of it. A promise is handed on as one that settles
 * alike, so that one that nobody awaits is still reported by its runner.
 *
 * Runners name the line of a test by the first frame on the stack that is not theirs or Node's. The code is
 * therefore compiled under a name of Node's: a wrapped call reports the same line as one that is not wrapped.
 */
export function watched<Original extends (...args: never[]) => unknown>(
  original: Original,
  watch: Watcher,
  { transparent = false }: { readonly transparent?: boolean } = {},
): Original {
  const recorded = build(original, watch, transparent) as Original;
  processState().watched.add(recorded);
  return recorded;
}

/** Whether it is a function that {@link watched} made, of whatever copy of this module. */
export function isWatched(call: object): boolean {
  return processState().watched.has(call);
}

const CODE = `
  return function (...args) {
    const settled = calls.begin(this, args);
    let value;
    try {
      value = Reflect.apply(original, this, args);
    } catch (thrown) {
      calls.leave();
      settled({ thrown: calls.unseen(thrown) });
      throw thrown;
    }
    calls.leave();
    if (!calls.isPromise(value)) {
      settled(undefined, value);
      return value;
    }
    return value.then(
      (result) => {
        const looking = settled(undefined, result);
        return calls.isPromise(looking) ? looking.then(() => result) : result;
      },
      (thrown) => { settled({ thrown: calls.unseen(thrown) }); throw thrown; },
    );
  };`;

/** Of a call that nobody wants to hear of. */
const unwatched: Settled = () => {};

function build(original: unknown, watch: Watcher, transparent: boolean): unknown {
  // While a watched call runs, the watched calls that it makes itself are its own business, unless it is transparent.
  const weight = transparent ? 0 : 1;
  const calls = {
    begin(self: unknown, args: readonly unknown[]) {
      const state = processState();
      const settled = state.depth > 0 ? undefined : watch(self, args);
      state.depth += weight;
      return settled ?? unwatched;
    },
    leave() {
      processState().depth -= weight;
    },
    unseen(thrown: unknown) {
      neverFail(() => withoutOurFrames(thrown));
      return thrown;
    },
    /** Of any realm: a test environment has its own. */
    isPromise: (value: unknown) => Object.prototype.toString.call(value) === "[object Promise]",
  };
  return compileFunction(CODE, ["original", "calls"], { filename: "node:assay" })(original, calls);
}

/** Takes the recorder's frames out of an error's stack: where a runner shows it whole, it is as without a recorder. */
export function withoutOurFrames(thrown: unknown): void {
  const error = thrown as { stack?: unknown } | null | undefined;
  if (typeof error?.stack === "string" && error.stack.includes("node:assay:"))
    error.stack = error.stack.replace(/\n[^\n]*\bnode:assay:\d+:\d+\)?(?=\n|$)/g, "");
}
