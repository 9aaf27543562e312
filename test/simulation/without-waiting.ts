/** Formats of dates by what they were asked for: to make one takes a millisecond, and each run of a function makes some. */
function cachedFormats(Format: typeof Intl.DateTimeFormat): typeof Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return new Proxy(Format, {
    construct(_, [locales, options]: ConstructorParameters<typeof Intl.DateTimeFormat>) {
      const key = JSON.stringify([locales, options]);
      const format = made.get(key) ?? new Format(locales, options);
      made.set(key, format);
      return format;
    },
  });
}

/**
 * Runs work in which a timer of a millisecond or less is the next turn: Octokit's plug-ins have three of them for each
 * request, and a year has half a million of these. Formats of dates are made once.
 */
export async function withoutWaiting<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const { setTimeout: later, clearTimeout: clear } = globalThis;
  const soon = (happens: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) =>
    milliseconds <= 1 ? setImmediate(happens, ...given) : later(happens, milliseconds, ...given);
  const stop = (timer: unknown) =>
    timer instanceof Immediate ? clearImmediate(timer as NodeJS.Immediate) : clear(timer as NodeJS.Timeout);
  const { DateTimeFormat } = Intl;
  Object.assign(Intl, { DateTimeFormat: cachedFormats(DateTimeFormat) });
  Object.assign(globalThis, { setTimeout: Object.assign(soon, later), clearTimeout: stop });
  try {
    return await work();
  } finally {
    Object.assign(Intl, { DateTimeFormat });
    Object.assign(globalThis, { setTimeout: later, clearTimeout: clear });
  }
}

const probe = setImmediate(() => {});
clearImmediate(probe);
const Immediate = probe.constructor as new () => NodeJS.Immediate;
