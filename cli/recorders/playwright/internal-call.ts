/**
 * Runs a call of the recorder's own so that Playwright's reports and traces do not list it among the team's steps.
 * Playwright has no public way; where the inner one is missing, the call is listed and does the same.
 */
export function internalCall<T>(owner: object, call: () => Promise<T>): Promise<T> {
  const wrap = (owner as { _wrapApiCall?: unknown })._wrapApiCall;
  return typeof wrap === "function"
    ? (Reflect.apply(wrap, owner, [call, { internal: true }]) as Promise<T>)
    : call();
}
