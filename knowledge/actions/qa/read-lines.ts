import { AssayError } from "../../errors.ts";
import { decoderOf } from "../../text/decode.ts";

/** A line without its end, numbered from 1 as an editor does. */
interface Line {
  readonly number: number;
  readonly text: string;
}

/** Characters of a line. */
const MOST = 32 * 1024 ** 2;

/**
 * Each line of a UTF-8 text as soon as it has arrived whole, whatever the pieces; lines of white space alone are left
 * out. Pure but for what it reads. Errors: source_unreadable where a line is longer than 32 M characters, those of the
 * pieces.
 */
export async function* readLines(
  pieces: AsyncIterable<Uint8Array>,
  file: string,
  most = MOST,
): AsyncGenerator<Line> {
  const decoder = decoderOf("utf-8");
  let begun: string[] = [];
  let length = 0;
  let number = 0;

  function lineOf(end: string): Line | null {
    keep(end);
    const text = begun.join("");
    begun = [];
    length = 0;
    number += 1;
    return /\S/.test(text) ? { number, text: text.replace(/\r$/, "") } : null;
  }

  function keep(part: string): void {
    length += part.length;
    if (length > most) {
      const reason = `line ${number + 1} is longer than ${most} characters`;
      throw new AssayError("source_unreadable", { file, reason });
    }
    begun.push(part);
  }

  for await (const piece of pieces) {
    const [first = "", ...others] = decoder.write(piece).split("\n");
    let open = first;
    for (const next of others) {
      const line = lineOf(open);
      if (line !== null) yield line;
      open = next;
    }
    keep(open);
  }
  const last = lineOf(decoder.end());
  if (last !== null) yield last;
}
