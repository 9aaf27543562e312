/** A port of which every member is an asynchronous call. */
type AsyncPort<Port> = { readonly [Name in keyof Port]: (...args: never[]) => Promise<unknown> };

/** A port whose adapter is found, and whose code is loaded, at the first call. */
export function latePort<Port extends AsyncPort<Port>>(open: () => Promise<Port>): Port {
  let opened: Promise<Port> | undefined;
  const call =
    (name: keyof Port) =>
    async (...args: never[]) => {
      opened ??= open();
      return (await opened)[name](...args);
    };
  // A port is no promise, even where it is given out by an asynchronous function.
  return new Proxy({} as Port, {
    get: (_, name) => (name === "then" ? undefined : call(name as keyof Port)),
  });
}
