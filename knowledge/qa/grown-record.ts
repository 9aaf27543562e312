/** Entries of a page; a change copies one page and the list of pages. */
const PAGE = 64;

type Entry<Value> = readonly [key: string, value: Value];

/**
 * An immutable record with its keys in the order in which they came, of which a changed copy costs little, however many
 * keys there are. Keys are never taken out.
 */
export interface GrownRecord<Value> {
  readonly size: number;
  get(key: string): Value | undefined;
  with(key: string, value: Value): GrownRecord<Value>;
  /** All of it as a plain record; made when it is first asked for. */
  plain(): Readonly<Record<string, Value>>;
}

/** A record that holds what a plain one does. */
export function grownRecord<Value>(from: Readonly<Record<string, Value>>): GrownRecord<Value> {
  const entries = Object.entries(from);
  const pages: Entry<Value>[][] = [];
  for (let at = 0; at < entries.length; at += PAGE) pages.push(entries.slice(at, at + PAGE));
  return grown(pages, placesIn(pages), entries.length, from);
}

/** `places` is shared by the records that grew out of each other, and may know keys that came after this one. */
function grown<Value>(
  pages: readonly (readonly Entry<Value>[])[],
  places: Map<string, number>,
  size: number,
  known?: Readonly<Record<string, Value>>,
): GrownRecord<Value> {
  let plain = known;
  const entryAt = (place: number) => pages[Math.floor(place / PAGE)]?.[place % PAGE];
  const placeOf = (key: string) => {
    const place = places.get(key);
    return place !== undefined && entryAt(place)?.[0] === key ? place : undefined;
  };
  return {
    size,
    get(key) {
      const place = placeOf(key);
      return place === undefined ? undefined : entryAt(place)?.[1];
    },
    with(key, value) {
      const place = placeOf(key);
      if (place !== undefined) return grown(withEntry(pages, place, [key, value]), places, size);
      const own = places.size === size ? places : placesIn(pages);
      own.set(key, size);
      return grown(withEntry(pages, size, [key, value]), own, size + 1);
    },
    plain() {
      plain ??= Object.fromEntries(pages.flat());
      return plain;
    },
  };
}

function placesIn<Value>(pages: readonly (readonly Entry<Value>[])[]): Map<string, number> {
  return new Map(pages.flat().map(([key], place) => [key, place]));
}

function withEntry<Value>(
  pages: readonly (readonly Entry<Value>[])[],
  place: number,
  entry: Entry<Value>,
): readonly (readonly Entry<Value>[])[] {
  const at = Math.floor(place / PAGE);
  const page = [...(pages[at] ?? [])];
  page[place % PAGE] = entry;
  const copy = [...pages];
  copy[at] = page;
  return copy;
}
