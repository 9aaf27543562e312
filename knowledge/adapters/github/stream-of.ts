/**
 * The chunks of a body, or null where it is empty. A body that breaks off, or that says nothing for so many
 * milliseconds, gives what came and then throws what `broken` makes of the reason. Nothing is read ahead of whoever
 * reads.
 */
export async function streamOf(
  body: ReadableStream<Uint8Array>,
  silence: number,
  broken: (reason: string, cause: unknown) => Error,
): Promise<AsyncIterable<Uint8Array> | null> {
  const reader = body.getReader();
  const read = async () => {
    try {
      return await inTime(reader.read(), silence);
    } catch (error) {
      reader.cancel().catch(() => {});
      throw broken("the connection broke off", error);
    }
  };
  let chunk = await read();
  if (chunk.done) return null;
  return (async function* () {
    try {
      for (; !chunk.done; chunk = await read()) yield chunk.value;
    } finally {
      // Whoever reads no further ends the connection.
      reader.cancel().catch(() => {});
    }
  })();
}

async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came for ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
