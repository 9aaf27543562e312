/** Cases that are carried out at a time where nothing speaks against it. */
const AT_ONCE = 2;

/**
 * Does each of them in their order, at most {@link AT_ONCE} at a time; a serial one alone. Errors: the first of `work`, once
 * what was begun has ended.
 */
export async function inTurn<One>(
  all: readonly One[],
  isSerial: (one: One) => boolean,
  work: (one: One) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const errors: unknown[] = [];
  for (const one of all) {
    const most = isSerial(one) ? 1 : AT_ONCE;
    while (running.size >= most) await Promise.race(running);
    if (errors.length > 0) break;
    const done: Promise<void> = work(one)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => running.delete(done));
    running.add(done);
    if (isSerial(one)) await done;
  }
  await Promise.all(running);
  if (errors.length > 0) throw errors[0];
}
