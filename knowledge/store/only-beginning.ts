const MOST_NAMED = 3;

/** What a person may mean by an id or by its beginning. */
export type Meant =
  | { readonly kind: "one"; readonly id: string }
  | { readonly kind: "none" }
  /** `named` are the first of them, for people. */
  | { readonly kind: "several"; readonly count: number; readonly named: string };

/** The id that is typed whole, else the only one that begins so. `short` is how an id is shown. */
export function onlyBeginning(
  typed: string,
  ids: Iterable<string>,
  short: (id: string) => string = (id) => id,
): Meant {
  const all = new Set(ids);
  if (all.has(typed)) return { kind: "one", id: typed };
  const begun = [...all].filter((id) => id.startsWith(typed)).sort();
  const [only] = begun;
  if (only === undefined) return { kind: "none" };
  if (begun.length === 1) return { kind: "one", id: only };
  const shown = begun.slice(0, MOST_NAMED).map(short);
  const named = `${shown.join(", ")}${begun.length > MOST_NAMED ? ", …" : ""}`;
  return { kind: "several", count: begun.length, named };
}
