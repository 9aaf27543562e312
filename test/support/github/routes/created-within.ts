/** The test that a filter `created` stands for: a range with both ends, one end, or a day or time alone. */
export function createdWithin(filter: string | null): (at: number) => boolean {
  if (filter === null || filter === "") return () => true;
  const range = /^(.+)\.\.(.+)$/.exec(filter);
  const [, sign = "", one = ""] = /^(>=|<=|>|<)?(.+)$/.exec(filter) ?? [];
  const start = (text: string): number => (text === "*" ? Number.NEGATIVE_INFINITY : Date.parse(text));
  if (range !== null) return (at) => whole(at) >= start(range[1]!) && whole(at) <= endOf(range[2]!);
  if (sign === ">") return (at) => whole(at) > endOf(one);
  if (sign === ">=") return (at) => whole(at) >= start(one);
  if (sign === "<") return (at) => whole(at) < start(one);
  if (sign === "<=") return (at) => whole(at) <= endOf(one);
  return (at) => whole(at) >= start(one) && whole(at) <= endOf(one);
}

/** A day lasts until its end. */
function endOf(text: string): number {
  if (text === "*") return Number.POSITIVE_INFINITY;
  return Date.parse(text) + (/^\d{4}-\d\d-\d\d$/.test(text) ? 86_399_000 : 0);
}

/** Runs are found by whole seconds. */
function whole(at: number): number {
  return Math.floor(at / 1_000) * 1_000;
}
