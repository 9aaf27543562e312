/**
 * What GitHub answered earlier, by what was asked: a read that still holds costs none of the quota. A tag is of one token:
 * kept for another one, or for an installation's next one, it holds for nothing.
 */
export interface KnownAnswers {
  get(key: string): Promise<KnownAnswer | null>;
  put(key: string, answer: KnownAnswer): Promise<void>;
}

export interface KnownAnswer {
  readonly etag: string;
  readonly url: string;
  /** The header that leads to the next page, or null. */
  readonly link: string | null;
  /** JSON. */
  readonly body: string;
}

const MOST_ANSWERS = 500;
const MOST_CHARACTERS = 32 * 1024 * 1024;

/** Known answers in memory, at most 500 and 32 Mi characters: those that were not asked for longest go first. */
export function memoryAnswers(): KnownAnswers {
  const answers = new Map<string, KnownAnswer>();
  let characters = 0;
  const drop = (key: string): void => {
    characters -= answers.get(key)?.body.length ?? 0;
    answers.delete(key);
  };
  return {
    async get(key) {
      const answer = answers.get(key);
      if (answer === undefined) return null;
      answers.delete(key);
      answers.set(key, answer);
      return answer;
    },
    async put(key, answer) {
      drop(key);
      if (answer.body.length > MOST_CHARACTERS / 4) return;
      answers.set(key, answer);
      characters += answer.body.length;
      for (const oldest of answers.keys()) {
        if (answers.size <= MOST_ANSWERS && characters <= MOST_CHARACTERS) break;
        drop(oldest);
      }
    },
  };
}
