/** One failed test as one line of the log tells of it; the message may be learned later. */
export interface Telling {
  readonly name: string;
  readonly line: number;
  message?: string;
}

/** Characters of a message that are kept. */
const MESSAGE_LIMIT = 500;

/** Tellings that one channel keeps; what comes later is counted and not named. */
const TELLINGS_LIMIT = 5_000;

/** Gives a telling its message, if it has none yet and the text is not blank. */
export function explainTelling(telling: Telling, text: string): void {
  const message = text.trim();
  if (telling.message === undefined && message !== "") telling.message = message.slice(0, MESSAGE_LIMIT);
}

/** The failures that a runner tells of in several ways: where they happen, with the details, in a list. */
export interface Tellings<Channel extends string> {
  /** Returns the telling that is kept, for its message. */
  tell(channel: Channel, name: string, line: number, message?: string): Telling;
  /** True where nothing was told. */
  isEmpty(): boolean;
  /**
   * Each failed test once. `stated` is the number that the summary gives (null = it gives none): the first
   * channel that agrees with it is believed, as it stands, without repeated names, or without the second of
   * two equal halves; where none agrees, the longest. A message is taken from whichever channel has it.
   */
  settle(stated: number | null): readonly Telling[];
}

/** Opens tellings for a run; `channels` in order of trust. */
export function openTellings<Channel extends string>(channels: readonly Channel[]): Tellings<Channel> {
  const told = new Map<Channel, Telling[]>(channels.map((channel) => [channel, []]));

  const tell = (channel: Channel, name: string, line: number, message?: string): Telling => {
    const telling: Telling = { name, line };
    if (message !== undefined) explainTelling(telling, message);
    const list = told.get(channel)!;
    if (list.length < TELLINGS_LIMIT) list.push(telling);
    return telling;
  };

  const choose = (stated: number | null): readonly Telling[] => {
    if (stated === 0) return [];
    const lists = [...told.values()];
    if (stated !== null) {
      for (const list of lists) {
        for (const reading of readings(list)) if (reading.length === stated) return reading;
      }
    }
    const longest = lists.reduce((best, list) => (list.length > best.length ? list : best), []);
    return stated !== null && longest.length > stated ? distinct(longest) : longest;
  };

  const settle = (stated: number | null): readonly Telling[] => {
    const explained = new Map<string, Telling>();
    for (const list of told.values()) {
      for (const telling of list) {
        if (telling.message !== undefined && !explained.has(telling.name))
          explained.set(telling.name, telling);
      }
    }
    const chosen = choose(stated);
    const times = new Map<string, number>();
    for (const { name } of chosen) times.set(name, (times.get(name) ?? 0) + 1);
    return chosen.map((telling) => {
      const isRepeated = times.get(telling.name) !== 1;
      return isRepeated && telling.message !== undefined ? telling : (explained.get(telling.name) ?? telling);
    });
  };

  return {
    tell,
    isEmpty: () => [...told.values()].every((list) => list.length === 0),
    settle,
  };
}

/** The ways in which one list of tellings can be understood. */
function readings(list: readonly Telling[]): readonly (readonly Telling[])[] {
  const half = list.length / 2;
  const repeated =
    list.length > 0 &&
    Number.isInteger(half) &&
    list.every((telling, at) => telling.name === list[at % half]!.name);
  return repeated ? [list, distinct(list), list.slice(0, half)] : [list, distinct(list)];
}

/** The first telling of each name. */
function distinct(list: readonly Telling[]): readonly Telling[] {
  const seen = new Map<string, Telling>();
  for (const telling of list) if (!seen.has(telling.name)) seen.set(telling.name, telling);
  return [...seen.values()];
}
